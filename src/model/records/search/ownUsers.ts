// Who the person is on each connection. The interface does not reveal a key's owner, so the person is asked,
// or the creator of a record that was created from here is used.
import { sampleConnectionId } from '#model/connections/connection.ts';
import { Emitter, type Event, type Subscription } from '#model/storage/emitter.ts';
import { isObject, type Memory } from '#model/storage/memory.ts';
import type { DeckRecord, UserSummary } from '#model/records/deckRecord.ts';
import type { AcceptedChange } from '#model/records/changes/acceptedChange.ts';
import { formatRecordRef, parseRecordRef, type RecordRef } from '#model/records/recordRef.ts';

/** Records that were created from here and do not name their creator; older ones are dropped. */
const maxMade = 500;
/** What identifies a user, the most reliable first. */
const identities = ['uuid', 'id', 'distinct_id', 'email'] as const satisfies readonly (keyof UserSummary)[];

/** `none`: the person is none of those who created records. */
export type OwnUser = UserSummary | 'none';

interface Kept {
  /** Users by the ID of the connection. */
  readonly users: Readonly<Record<string, unknown>>;
  /** Texts of record references. */
  readonly made: ReadonlySet<string>;
}

export interface OwnUsersSources {
  readonly catalog: {
    readonly get: (ref: RecordRef) => DeckRecord | undefined;
    readonly onDidMakeChange: Event<AcceptedChange>;
  };
  readonly connections: {
    readonly isRemoved: (id: string) => boolean;
    readonly onDidChange: Event<void>;
    readonly onDidLeave: Event<string>;
  };
}

export class OwnUsers implements Subscription {
  readonly #memory: Memory;
  readonly #changed = new Emitter<void>();
  readonly #subscriptions: readonly Subscription[];
  /** What was read last: each record of the tree is looked up. */
  #parsed: { readonly kept: unknown; readonly value: Kept } = {
    kept: undefined,
    value: { users: {}, made: new Set() },
  };

  readonly onDidChange = this.#changed.event;

  /**
   * Kept over windows, and removed with the connection and its address. `onNotKept` gets the errors of what is kept or removed in the
   * background.
   */
  constructor(
    memory: Memory,
    { catalog, connections }: OwnUsersSources,
    onNotKept: (error: unknown) => void,
  ) {
    this.#memory = memory;
    const isGone = (id: string): boolean => id !== sampleConnectionId && connections.isRemoved(id);
    const forgetGone = (): void => {
      this.#forget(isGone).catch(onNotKept);
    };
    this.#subscriptions = [
      catalog.onDidMakeChange((change) => {
        this.#learn(change, catalog.get(change.ref)).catch(onNotKept);
      }),
      connections.onDidChange(forgetGone),
      connections.onDidLeave((left) => {
        this.#forget((id) => id === left).catch(onNotKept);
      }),
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

  isMine(ref: RecordRef, { created_by: creator }: DeckRecord): boolean {
    const own = this.of(ref.connectionId);
    if (creator && own !== undefined && own !== 'none' && isSameUser(own, creator)) return true;
    return this.#read().made.has(formatRecordRef(ref));
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  /** The person's answer always wins, because the key may belong to a shared account. */
  async #learn({ action, ref }: AcceptedChange, record: DeckRecord | undefined): Promise<void> {
    if (action !== 'create' || !record) return;
    const { created_by: creator } = record;
    const own = this.of(ref.connectionId);
    if (!isKnownUser(creator) || own === 'none') await this.#addMade(ref);
    else if (own === undefined) await this.set(ref.connectionId, creator);
  }

  async #addMade(ref: RecordRef): Promise<void> {
    const { users, made } = this.#read();
    await this.#write({ users, made: new Set([...made, formatRecordRef(ref)].slice(-maxMade)) });
  }

  async #forget(isOf: (connectionId: string) => boolean): Promise<void> {
    const { users, made } = this.#read();
    const others = {
      users: Object.fromEntries(Object.entries(users).filter(([id]) => !isOf(id))),
      made: new Set([...made].filter((text) => !isOf(parseRecordRef(text)?.connectionId ?? ''))),
    };
    const isLess =
      Object.keys(others.users).length < Object.keys(users).length || others.made.size < made.size;
    if (isLess) await this.#write(others);
  }

  #read(): Kept {
    const kept = this.#memory.read();
    if (kept !== this.#parsed.kept) this.#parsed = { kept, value: parseKept(kept) };
    return this.#parsed.value;
  }

  async #write({ users, made }: Kept): Promise<void> {
    const written = this.#memory.write({ users, made: [...made] });
    this.#changed.fire();
    await written;
  }
}

function parseKept(kept: unknown): Kept {
  const { users, made } = isObject(kept) ? kept : {};
  const texts: readonly unknown[] = Array.isArray(made) ? made : [];
  return {
    users: isObject(users) ? users : {},
    made: new Set(texts.filter((text) => typeof text === 'string')),
  };
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

/** Compares the most reliable field that both have. */
function isSameUser(some: UserSummary, other: UserSummary): boolean {
  const name = identities.find((key) => some[key] !== undefined && other[key] !== undefined);
  return name !== undefined && some[name] === other[name];
}

/** Drops fields that a deployment adds. */
function toKept({ uuid, id, distinct_id, first_name, email }: UserSummary): UserSummary {
  return { uuid, id, distinct_id, first_name, email };
}
