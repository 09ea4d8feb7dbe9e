// The tables. `record` holds a record's JSON in lists, written with each change, so that a page is made by joining texts.
// A cohort's members are stored under the number of their calculation (`members`): a new calculation adds new rows, and
// then the cohort switches to them in one step.

/** Raise it with each change of the tables; a file with another number is renamed. */
export const tablesVersion = 3;

export const tables = `
CREATE TABLE user (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL,
  distinct_id TEXT NOT NULL,
  first_name TEXT NOT NULL,
  email TEXT NOT NULL
) STRICT;

CREATE TABLE project (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL,
  name TEXT NOT NULL,
  timezone TEXT NOT NULL,
  created_at TEXT NOT NULL,
  first_person INTEGER,
  last_person INTEGER
) STRICT;

CREATE TABLE dashboard (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES project,
  name TEXT,
  description TEXT NOT NULL,
  pinned INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  created_by INTEGER REFERENCES user,
  is_shared INTEGER NOT NULL,
  creation_mode TEXT NOT NULL,
  use_template TEXT NOT NULL,
  use_dashboard INTEGER,
  filters TEXT NOT NULL,
  tags TEXT NOT NULL,
  restriction_level INTEGER NOT NULL,
  record TEXT NOT NULL
) STRICT;

CREATE INDEX dashboard_order
  ON dashboard (project_id, deleted, pinned DESC, (name IS NULL), name COLLATE NOCASE, id);

CREATE TABLE tile (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  dashboard_id INTEGER NOT NULL REFERENCES dashboard,
  insight TEXT,
  outcome TEXT NOT NULL,
  text TEXT,
  widget TEXT,
  button TEXT,
  layouts TEXT NOT NULL,
  color TEXT
) STRICT;
CREATE INDEX tile_dashboard ON tile (dashboard_id, id);

CREATE TABLE cohort (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES project,
  name TEXT,
  description TEXT NOT NULL,
  groups TEXT NOT NULL,
  deleted INTEGER NOT NULL,
  filters TEXT,
  is_calculating INTEGER NOT NULL,
  created_by INTEGER REFERENCES user,
  created_at TEXT,
  last_calculation TEXT,
  errors_calculating INTEGER NOT NULL,
  last_error TEXT,
  count INTEGER,
  is_static INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 0,
  members INTEGER NOT NULL DEFAULT 0,
  slow_ms INTEGER NOT NULL DEFAULT 0,
  record TEXT NOT NULL
) STRICT;

CREATE INDEX cohort_order ON cohort (project_id, deleted, created_at DESC, id DESC);

CREATE TABLE person (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project,
  uuid TEXT NOT NULL,
  created_at TEXT NOT NULL,
  distinct_ids TEXT NOT NULL,
  is_identified INTEGER,
  properties BLOB NOT NULL
) STRICT;

CREATE TABLE event_name (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE event (
  name_id INTEGER NOT NULL,
  person_id INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  properties BLOB,
  PRIMARY KEY (name_id, person_id, at_ms)
) STRICT, WITHOUT ROWID;

CREATE TABLE action (id INTEGER PRIMARY KEY, name TEXT NOT NULL, events TEXT NOT NULL) STRICT;

CREATE TABLE member (
  members INTEGER NOT NULL,
  person_id INTEGER NOT NULL,
  PRIMARY KEY (members, person_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE member_mark (
  members INTEGER NOT NULL,
  thousand INTEGER NOT NULL,
  person_id INTEGER NOT NULL,
  PRIMARY KEY (members, thousand)
) STRICT, WITHOUT ROWID;

CREATE TABLE calculation (members INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;
`;
