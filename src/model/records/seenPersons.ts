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

  constructor(
    connections: { readonly get: (id: string) => unknown; readonly onDidChange: Event<void> },
    keys: { readonly onDidChange: Event<string> },
  ) {
    const forget = (isOf: (connectionId: string) => boolean): void => {
      for (const known of [this.values, this.asked]) deleteProjects(known, isOf);
    };
    this.#subscriptions = [
      keys.onDidChange((changed) => forget((id) => id === changed)),
      connections.onDidChange(() => forget((id) => connections.get(id) === undefined)),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
