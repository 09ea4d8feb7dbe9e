// Projects: created with the sample data, never changed.
import { type Database, integerIn, integerOrNullIn, type Row, textIn } from './database.ts';

export interface ProjectRow {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly timezone: string;
  readonly createdAt: string;
  /** The range of its persons' ids, inclusive; null if it has none. */
  readonly firstPerson: number | null;
  readonly lastPerson: number | null;
}

export function insertProject(db: Database, project: ProjectRow): void {
  db.run(
    'INSERT INTO project VALUES (?, ?, ?, ?, ?, ?, ?)',
    project.id,
    project.uuid,
    project.name,
    project.timezone,
    project.createdAt,
    project.firstPerson,
    project.lastPerson,
  );
}

export function selectProjects(db: Database): readonly ProjectRow[] {
  return db.all('SELECT * FROM project ORDER BY id').map(projectFrom);
}

export function findProject(db: Database, id: number): ProjectRow | undefined {
  const row = db.get('SELECT * FROM project WHERE id = ?', id);
  return row && projectFrom(row);
}

export function projectText(project: ProjectRow): string {
  return JSON.stringify({
    id: project.id,
    uuid: project.uuid,
    name: project.name,
    timezone: project.timezone,
    created_at: project.createdAt,
  });
}

function projectFrom(row: Row): ProjectRow {
  return {
    id: integerIn(row, 'id'),
    uuid: textIn(row, 'uuid'),
    name: textIn(row, 'name'),
    timezone: textIn(row, 'timezone'),
    createdAt: textIn(row, 'created_at'),
    firstPerson: integerOrNullIn(row, 'first_person'),
    lastPerson: integerOrNullIn(row, 'last_person'),
  };
}

// The users who created records.
interface UserRow {
  readonly id: number;
  readonly uuid: string;
  readonly distinctId: string;
  readonly firstName: string;
  readonly email: string;
}

/** Every key of this service acts for this user. */
export const callerId = 1;

export function insertUser(db: Database, user: UserRow): void {
  db.run(
    'INSERT INTO user VALUES (?, ?, ?, ?, ?)',
    user.id,
    user.uuid,
    user.distinctId,
    user.firstName,
    user.email,
  );
}

/** The user summary as JSON; `null` if the user is unknown. */
export function userText(db: Database, id: number | null): string {
  const row = id === null ? undefined : db.get('SELECT * FROM user WHERE id = ?', id);
  if (!row) return 'null';
  return JSON.stringify({
    id,
    uuid: textIn(row, 'uuid'),
    distinct_id: textIn(row, 'distinct_id'),
    first_name: textIn(row, 'first_name'),
    email: textIn(row, 'email'),
  });
}
