// The protection of connections and projects in a file, which every window reads before it writes to the service: VS Code in
// a browser does not pass changed settings to other windows.
import { isObject } from '#model/storage/isObject.ts';
import type { Memory } from '#model/storage/memory.ts';
import type { Subscription } from '#model/storage/emitter.ts';
import type { Connections } from './connections.ts';
import { parseProtection, type Protection, protectionIn } from './protection.ts';

export class SharedProtection implements Subscription {
  readonly #memory: Memory;
  readonly #onStorageError: (error: unknown) => void;
  readonly #subscription: Subscription;
  /** The protections as this window's settings had them last, in JSON. */
  #own = '';
  /** Protections that are being written, newer than those in the file. */
  #writing: object | undefined;

  /** Writes the protections of this window's settings immediately and with each change of them. */
  constructor(memory: Memory, connections: Connections, onStorageError: (error: unknown) => void) {
    this.#memory = memory;
    this.#onStorageError = onStorageError;
    this.#subscription = connections.onDidChange(() => this.#write(connections));
    this.#write(connections);
  }

  /** What the window whose settings changed last says; undefined where nothing is protected. */
  of(connectionId: string, projectId: string | undefined): Protection | undefined {
    const all = this.#writing ?? this.#memory.read();
    const stored = isObject(all) ? all[connectionId] : undefined;
    if (!isObject(stored)) return undefined;
    const projects = Array.isArray(stored['projects']) ? stored['projects'].filter(isObject) : [];
    const { protection } = parseProtection(stored['protection']);
    const listed = projects.map((project) => ({
      id: String(project['id']),
      name: '',
      protection: parseProtection(project['protection']).protection,
    }));
    return protectionIn({ name: '', protection, projects: listed }, projectId);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #write({ all }: Connections): void {
    const stored = all.filter(({ isSample }) => !isSample);
    const protections = Object.fromEntries(
      stored.map(({ id, protection, projects }) => [
        id,
        {
          protection,
          projects: projects.map((project) => ({ id: project.id, protection: project.protection })),
        },
      ]),
    );
    const text = JSON.stringify(protections);
    if (text === this.#own) return; // another window's protections are newer
    this.#own = text;
    this.#writing = protections;
    const written = this.#memory.write(protections).catch(this.#onStorageError);
    void written.then(() => {
      if (this.#writing === protections) this.#writing = undefined;
    });
  }
}
