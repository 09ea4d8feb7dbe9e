// What this window knows of persons, for suggestions: personal data, which go with the connection and with its key. The
// maps are bare ones, because they are made as the extension starts.
import type { Event, Subscription } from '#model/storage/emitter.ts';
import type { AskedProjects } from './suggestionLoader.ts';
import { deleteProjects } from './recordRef.ts';
import type { SeenValues } from './seenValues.ts';

export class SeenPersons implements Subscription {
  readonly values: SeenValues = new Map();
  readonly asked: AskedProjects = new Map();
  readonly #subscriptions: readonly Subscription[];

  /** @param onForget called for each connection of which nothing may be known any more */
  constructor(
    connections: { readonly all: readonly { readonly id: string }[]; readonly onDidChange: Event<void> },
    keys: { readonly onDidChange: Event<string> },
    onForget: (connectionId: string) => void,
  ) {
    const forget = (connectionId: string): void => {
      for (const known of [this.values, this.asked]) deleteProjects(known, (id) => id === connectionId);
      onForget(connectionId);
    };
    let known = connections.all;
    this.#subscriptions = [
      keys.onDidChange(forget),
      connections.onDidChange(() => {
        const before = known;
        known = connections.all;
        for (const { id } of before) if (!known.some((connection) => connection.id === id)) forget(id);
      }),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
