// Persons: created with the sample data, never changed.
import { bytesIn } from './database.ts';
import type { Database } from './database.ts';
import { seekMember } from './members.ts';

/** A person's JSON, in SQL. `name` is the email, else the name, else the first distinct id. */
const personText = `
  '{"type":"person","id":"' || uuid || '","uuid":"' || uuid || '","created_at":"' || created_at ||
  '","properties":' || json(properties) ||
  ',"is_identified":' || CASE is_identified WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END ||
  ',"name":' || json_quote(CAST(coalesce(properties ->> '$.email', properties ->> '$.name',
    distinct_ids ->> 0, uuid) AS TEXT)) ||
  ',"distinct_ids":' || distinct_ids || ',"matched_recordings":[],"value_at_data_point":null}'`;

/** The JSON of a calculation's persons, by id, joined with commas. */
export function listPersons(db: Database, members: number, limit: number, offset: number): Uint8Array {
  const start = seekMember(db, members, offset);
  if (!start) return new Uint8Array();
  const row = db.get(
    `SELECT CAST(group_concat(${personText}, ',') AS BLOB) AS page FROM
      (SELECT person_id FROM member WHERE members = ? AND person_id >= ? ORDER BY person_id LIMIT ? OFFSET ?)
      CROSS JOIN person ON person.id = person_id`,
    members,
    start.fromPerson,
    limit,
    start.skip,
  );
  return bytesIn(row, 'page');
}
