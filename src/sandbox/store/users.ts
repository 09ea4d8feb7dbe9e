// The users who created records.
import { textIn } from './database.ts';
import type { Database } from './database.ts';

export interface UserRow {
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
