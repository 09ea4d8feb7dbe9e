// Persons: created with the sample data, never changed, and who of them is in a cohort.
import { bytesIn, type Database, integerIn, textIn } from './database.ts';
import type { ProjectRow } from './projects.ts';

/** A person's JSON, in SQL. `name` is the email, else the name, else the first distinct id. */
const personText = (distinctIds: string): string => `
  '{"type":"person","id":"' || uuid || '","uuid":"' || uuid || '","created_at":"' || created_at ||
  '","properties":' || json(properties) ||
  ',"is_identified":' || CASE is_identified WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END ||
  ',"name":' || json_quote(CAST(coalesce(properties ->> '$.email', properties ->> '$.name',
    distinct_ids ->> 0, uuid) AS TEXT)) ||
  ',"distinct_ids":' || ${distinctIds} || ',"matched_recordings":[],"value_at_data_point":null}'`;

export interface PersonsWindow {
  readonly limit: number;
  readonly offset: number;
  readonly hasTenIds: boolean;
}

/** Whose name, email or id has the text `?`. */
const isFound = `instr(lower(uuid || char(10) || distinct_ids || char(10) ||
  coalesce(properties ->> '$.email', '') || char(10) || coalesce(properties ->> '$.name', '')), lower(?)) > 0`;

export function countFound(db: Database, members: number, search: string): number {
  const found = `SELECT count(*) AS n FROM member CROSS JOIN person ON person.id = person_id
    WHERE members = ? AND ${isFound}`;
  return Number(db.get(found, members, search)?.['n']);
}

/** Those of `listPersons` that a search finds. */
export function listFound(
  db: Database,
  members: number,
  search: string,
  { limit, offset }: Pick<PersonsWindow, 'limit' | 'offset'>,
): Uint8Array {
  const row = db.get(
    `SELECT CAST(group_concat(${personText('distinct_ids')}, ',') AS BLOB) AS page FROM
      (SELECT person.* FROM member CROSS JOIN person ON person.id = person_id
        WHERE members = ? AND ${isFound} ORDER BY person.id LIMIT ? OFFSET ?)`,
    members,
    search,
    limit,
    offset,
  );
  return bytesIn(row, 'page');
}

/** As if every hundredth person had more distinct ids than the ten that are sent. */
const tenIds = `CASE WHEN person.id % 100 = 0 THEN (SELECT json_group_array(value) FROM
  (SELECT value FROM json_each(distinct_ids) UNION ALL
    SELECT 'device-' || value FROM json_each('[1,2,3,4,5,6,7,8,9]') LIMIT 10)) ELSE distinct_ids END`;

/** The JSON of a calculation's persons, by id, joined with commas. */
export function listPersons(
  db: Database,
  members: number,
  { limit, offset, hasTenIds }: PersonsWindow,
): Uint8Array {
  const start = seekMember(db, members, offset);
  if (!start) return new Uint8Array();
  const row = db.get(
    `SELECT CAST(group_concat(${personText(hasTenIds ? tenIds : 'distinct_ids')}, ',') AS BLOB) AS page FROM
      (SELECT person_id FROM member WHERE members = ? AND person_id >= ? ORDER BY person_id LIMIT ? OFFSET ?)
      CROSS JOIN person ON person.id = person_id`,
    members,
    start.fromPerson,
    limit,
    start.skip,
  );
  return bytesIn(row, 'page');
}

// Members of cohorts: person ids in ascending order, with a mark at every thousandth, so that any page is found in at
// most a thousand steps.

/** Persons between two marks. */
const step = 1000;

/** A new number to store members under. */
export function newMembers(db: Database): number {
  return db.run('INSERT INTO calculation DEFAULT VALUES').id;
}

/** Sets the marks once all members are stored. @returns the number of members */
export function markMembers(db: Database, members: number): number {
  db.run(
    `INSERT INTO member_mark SELECT ?, (place - 1) / ${step}, person_id FROM
      (SELECT person_id, row_number() OVER (ORDER BY person_id) AS place FROM member WHERE members = ?)
      WHERE place % ${step} = 1`,
    members,
    members,
  );
  return Number(db.get('SELECT count(*) AS n FROM member WHERE members = ?', members)?.['n']);
}

/** Where to start reading for an offset: the person at the mark before it, and how many to skip from there. */
function seekMember(
  db: Database,
  members: number,
  offset: number,
): { readonly fromPerson: number; readonly skip: number } | undefined {
  const thousand = Math.floor(offset / step);
  const row = db.get(
    'SELECT person_id FROM member_mark WHERE members = ? AND thousand = ?',
    members,
    thousand,
  );
  return row && { fromPerson: integerIn(row, 'person_id'), skip: offset - thousand * step };
}

/** Removes up to `limit` members that no cohort uses. @returns whether there may be more */
export function sweepMembers(db: Database, limit: number): boolean {
  const row = db.get(
    'SELECT min(members) AS members FROM calculation WHERE members NOT IN (SELECT members FROM cohort)',
  );
  const members = row?.['members'];
  if (typeof members !== 'number') return false;
  const { changes } = db.run(
    `DELETE FROM member WHERE members = ? AND person_id IN
      (SELECT person_id FROM member WHERE members = ? ORDER BY person_id LIMIT ?)`,
    members,
    members,
    limit,
  );
  if (changes < limit) {
    db.run('DELETE FROM member_mark WHERE members = ?', members);
    db.run('DELETE FROM calculation WHERE members = ?', members);
  }
  return true;
}

// Persons who are added and removed by hand.

/** The ids of those that the project has. */
export function findPersons(db: Database, project: ProjectRow, uuids: readonly string[]): readonly number[] {
  const rows = db.all(
    `SELECT id FROM person WHERE id BETWEEN ? AND ? AND uuid IN (SELECT lower(value) FROM json_each(?))`,
    project.firstPerson ?? 0,
    project.lastPerson ?? 0,
    JSON.stringify(uuids),
  );
  return rows.map((row) => integerIn(row, 'id'));
}

/** @param members 0 for a cohort that has none yet */
export function addMembers(db: Database, members: number, persons: readonly number[]) {
  const number = members === 0 ? newMembers(db) : members;
  for (const person of persons) db.run('INSERT OR IGNORE INTO member VALUES (?, ?)', number, person);
  return { members: number, count: markAgain(db, number) };
}

/** @returns how many are left */
export function removeMember(db: Database, members: number, person: number): number {
  db.run('DELETE FROM member WHERE members = ? AND person_id = ?', members, person);
  return markAgain(db, members);
}

function markAgain(db: Database, members: number): number {
  db.run('DELETE FROM member_mark WHERE members = ?', members);
  return markMembers(db, members);
}

// Events of persons and the actions that group them: created with the sample data, never changed.
export function insertAction(
  db: Database,
  { id, name, events }: { readonly id: number; readonly name: string; readonly events: readonly string[] },
): void {
  db.run('INSERT INTO action VALUES (?, ?, ?)', id, name, JSON.stringify(events));
}

/** The names of the events that count as the action; undefined for an unknown one. */
export function findActionEvents(db: Database, id: number): readonly string[] | undefined {
  if (db.get('SELECT id FROM action WHERE id = ?', id) === undefined) return undefined;
  return db
    .all('SELECT value FROM action, json_each(action.events) WHERE action.id = ?', id)
    .map((row) => textIn(row, 'value'));
}
