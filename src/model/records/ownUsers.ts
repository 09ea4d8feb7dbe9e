// Who the person is on each connection. The interface does not say whose key it is. It is known from the person, who is asked,
// or from the creator of a record that was created from here.
import { sampleConnectionId } from '#model/connections/connection.ts';
import { Emitter, type Event, type Subscription } from '#model/storage/emitter.ts';
import { isObject } from '#model/storage/isObject.ts';
import type { Memory } from '#model/storage/memory.ts';
import type { DeckRecord, UserSummary } from './deckRecord.ts';
import type { MadeChange } from './madeChange.ts';
import { formatRecordRef, parseRecordRef, type RecordRef } from './recordRef.ts';

/** Records without a creator that were made from here; older ones are dropped. */
const maxMade = 500;
/** What identifies a user, the surest first. */
const identities = ['uuid', 'id', 'distinct_id', 'email'] as const satisfies readonly (keyof UserSummary)[];

/** `none`: the person is none of those who created records. */
export type OwnUser = UserSummary | 'none';

interface Kept {
  /** By the id of the connection. */
  readonly users: Readonly<Record<string, unknown>>;
  /** Texts of record references. */
  readonly made: readonly string[];
}

export interface OwnUsersSources {
  readonly catalog: {
    readonly get: (ref: RecordRef) => DeckRecord | undefined;
    readonly onDidMakeChange: Event<MadeChange>;
  };
  readonly connections: {
    readonly all: readonly { readonly id: string }[];
    readonly onDidChange: Event<void>;
  };
}

export class OwnUsers implements Subscription {
  readonly #memory: Memory;
  readonly #changed = new Emitter<void>();
  readonly #subscriptions: readonly Subscription[];

  readonly onDidChange = this.#changed.event;

  /** Kept over windows, and removed with the connection. */
  constructor(memory: Memory, { catalog, connections }: OwnUsersSources) {
    this.#memory = memory;
    const forgetGone = (): void => {
      const ids = new Set([sampleConnectionId, ...connections.all.map(({ id }) => id)]);
      void this.#forget((id) => !ids.has(id));
    };
    this.#subscriptions = [
      catalog.onDidMakeChange((change) => this.#learn(change, catalog.get(change.ref))),
      connections.onDidChange(forgetGone),
    ];
    forgetGone();
  }

  /** Undefined until that is known. */
  of(connectionId: string): OwnUser | undefined {
    const user = this.#read().users[connectionId];
    return user === 'none' || isObject(user) ? user : undefined;
  }

  async set(connectionId: string, user: OwnUser): Promise<void> {
    const { users, made } = this.#read();
    await this.#write({ users: { ...users, [connectionId]: user === 'none' ? user : toKept(user) }, made });
  }

  /** One that the service names no creator of counts where it was made from here. */
  isMine(ref: RecordRef, { created_by: creator }: DeckRecord): boolean {
    if (!isKnownUser(creator)) return this.#read().made.includes(formatRecordRef(ref));
    const own = this.of(ref.connectionId);
    return own !== undefined && own !== 'none' && isSameUser(own, creator);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  /** What the person has answered holds, also where the key is that of somebody else, such as a shared account. */
  #learn({ action, ref }: MadeChange, record: DeckRecord | undefined): void {
    if (action !== 'create' || !record) return;
    const { created_by: creator } = record;
    const own = this.of(ref.connectionId);
    if (!isKnownUser(creator)) void this.#addMade(ref);
    else if (own === undefined || own === 'none') void this.set(ref.connectionId, creator);
  }

  async #addMade(ref: RecordRef): Promise<void> {
    const { users, made } = this.#read();
    await this.#write({ users, made: [...made, formatRecordRef(ref)].slice(-maxMade) });
  }

  async #forget(isOf: (connectionId: string) => boolean): Promise<void> {
    const { users, made } = this.#read();
    const others = {
      users: Object.fromEntries(Object.entries(users).filter(([id]) => !isOf(id))),
      made: made.filter((text) => !isOf(parseRecordRef(text)?.connectionId ?? '')),
    };
    const isLess =
      Object.keys(others.users).length < Object.keys(users).length || others.made.length < made.length;
    if (isLess) await this.#write(others);
  }

  #read(): Kept {
    const kept = this.#memory.read();
    const { users, made } = isObject(kept) ? kept : {};
    const texts: readonly unknown[] = Array.isArray(made) ? made : [];
    return { users: isObject(users) ? users : {}, made: texts.filter((text) => typeof text === 'string') };
  }

  async #write(kept: Kept): Promise<void> {
    const written = this.#memory.write(kept);
    this.#changed.fire();
    await written;
  }
}

/** The creators of records, each once, in the order in which they are found. */
export function creatorsOf(records: readonly DeckRecord[]): readonly UserSummary[] {
  const found = new Map<string, UserSummary>();
  for (const { created_by: creator } of records)
    if (isKnownUser(creator)) {
      const key = JSON.stringify(identities.map((name) => creator[name]));
      if (!found.has(key)) found.set(key, toKept(creator));
    }
  return [...found.values()];
}

function isKnownUser(user: UserSummary | null | undefined): user is UserSummary {
  return user !== null && user !== undefined && identities.some((name) => user[name] !== undefined);
}

/** By the surest of what both have. */
function isSameUser(some: UserSummary, other: UserSummary): boolean {
  const name = identities.find((key) => some[key] !== undefined && other[key] !== undefined);
  return name !== undefined && some[name] === other[name];
}

/** Without what a deployment adds. */
function toKept({ uuid, id, distinct_id, first_name, email }: UserSummary): UserSummary {
  return { uuid, id, distinct_id, first_name, email };
}
