// Persons: created with the sample data, never changed.
import { bytesIn } from './database.ts';
import type { Database } from './database.ts';
import { seekMember } from './members.ts';

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
