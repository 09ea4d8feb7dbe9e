// Events of persons and the actions that group them: created with the sample data, never changed.
import { textIn } from './database.ts';
import type { Database } from './database.ts';

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
