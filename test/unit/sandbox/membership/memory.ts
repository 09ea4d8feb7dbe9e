// A store in memory with the test's own persons.
import { calculateNow } from '#sandbox/membership/calculate.ts';
import { registerFunctions } from '#sandbox/membership/sqlFunctions.ts';
import { findAnyCohort, insertCohort, updateCohort, type CohortRow } from '#sandbox/store/cohorts.ts';
import { Database } from '#sandbox/store/database.ts';
import { insertAction } from '#sandbox/store/persons.ts';
import { insertProject } from '#sandbox/store/projects.ts';
import { tables } from '#sandbox/store/openStore.ts';
import type { PlainPerson, World } from './evaluate.ts';

export interface Memory {
  /** Replaces all persons and all cohorts; answers the cohorts' ids by those that the world has for them. */
  fill(persons: readonly PlainPerson[], world: World): void;
  /** Who is in a cohort with these filters, in order; undefined if it could not be calculated. */
  calculate(fields: Partial<CohortRow>, nowMs: number): readonly number[] | undefined;
  close(): void;
}

const empty = {
  projectId: 1,
  name: null,
  description: '',
  groups: '[]',
  deleted: false,
  filters: null,
  isCalculating: false,
  createdBy: null,
  createdAt: null,
  lastCalculation: null,
  errorsCalculating: 0,
  lastError: null,
  count: null,
  isStatic: false,
  version: 0,
  members: 0,
  slowMs: 0,
} as const;

export function createMemory(): Memory {
  const db = new Database(':memory:', 'draft');
  db.exec(tables);
  registerFunctions(db);
  return {
    fill: (persons, world) => {
      db.exec(
        'DELETE FROM member; DELETE FROM cohort; DELETE FROM event; DELETE FROM action; DELETE FROM person; DELETE FROM project',
      );
      const ids = persons.map((person) => person.id);
      const [firstPerson = null, lastPerson = null] = [ids[0], ids.at(-1)];
      insertProject(db, { id: 1, uuid: '', name: '', timezone: '', createdAt: '', firstPerson, lastPerson });
      for (const person of persons) {
        const text = JSON.stringify(person.properties);
        db.run("INSERT INTO person VALUES (?, 1, '', '', '[]', NULL, jsonb(?))", person.id, text);
        for (const { name, atMs, properties } of person.events) {
          const id = eventNameId(db, name);
          db.run(
            'INSERT OR IGNORE INTO event VALUES (?, ?, ?, jsonb(?))',
            id,
            person.id,
            atMs,
            JSON.stringify(properties ?? null),
          );
        }
      }
      for (const [id, events] of world.actions ?? []) insertAction(db, { id, name: '', events });
      for (const [id, members] of world.cohorts) {
        const cohort = insertCohort(db, { ...empty, isStatic: true, members: id });
        db.run('UPDATE cohort SET id = ? WHERE id = ?', id, cohort.id);
        for (const person of members) db.run('INSERT INTO member VALUES (?, ?)', id, person);
      }
    },
    calculate: (fields, nowMs) => {
      const cohort = insertCohort(db, { ...empty, ...fields });
      db.run('INSERT OR IGNORE INTO calculation VALUES (1000)'); // above the numbers of the cohorts
      updateCohort(db, cohort);
      calculateNow(db, cohort.id, nowMs, () => undefined, 600_000); // the laws run while others have the processor
      const after = findAnyCohort(db, cohort.id);
      if (after?.errorsCalculating !== 0) return undefined;
      const rows = db.all('SELECT person_id AS id FROM member WHERE members = ? ORDER BY id', after.members);
      return rows.map((row) => Number(row['id']));
    },
    close: () => db.close(),
  };
}

/** The number that an event's name is stored under. */
function eventNameId(db: Database, name: string): number {
  const known = db.get('SELECT id FROM event_name WHERE name = ?', name)?.['id'];
  return typeof known === 'number' ? known : db.run('INSERT INTO event_name (name) VALUES (?)', name).id;
}
