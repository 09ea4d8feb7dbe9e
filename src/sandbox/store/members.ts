// Members of cohorts: person ids in ascending order, with a mark at every thousandth, so that any page is found in at
// most a thousand steps.
import { integerIn } from './database.ts';
import type { Database } from './database.ts';

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
export function seekMember(
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
