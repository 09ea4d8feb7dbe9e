import type { Memento } from 'vscode';

/** One named value in the editor's storage. */
export function createMemory(memento: Memento, name: string) {
  return {
    read: (): unknown => memento.get(name),
    write: async (value: unknown): Promise<void> => {
      await memento.update(name, value);
    },
  };
}
