import type { Memento } from 'vscode';

/** One named value in a Memento, such as the editor's global state. */
export function createMementoMemory(memento: Memento, name: string) {
  return {
    read: (): unknown => memento.get(name),
    write: async (value: unknown): Promise<void> => {
      await memento.update(name, value);
    },
  };
}
