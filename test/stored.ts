// What is kept between sessions, and the settings, both as long as a test.
import { Emitter } from '#model/storage/emitter.ts';
import { hashText, type Memory } from '#model/storage/memory.ts';
import type { TextFiles } from '#model/storage/textFiles.ts';

/** All who have it share what is written. */
export function createMemory(initial?: unknown): Memory {
  let value = initial;
  return { read: () => value, write: async (next) => void (value = structuredClone(next)) };
}

export function createTexts(): TextFiles {
  const texts = new Map<string, string>();
  return {
    keep: async (text) => {
      texts.set(hashText(text), text);
      return hashText(text);
    },
    read: async (name) => texts.get(name),
  };
}

/** The setting with the connections, which changes immediately. */
export function createSetting(entries: unknown = []) {
  const changed = new Emitter<void>();
  let stored = entries;
  const write = (next: unknown) => {
    stored = next;
    changed.fire();
  };
  return { get: () => stored, write, set: async (next: unknown) => write(next), onDidChange: changed.event };
}
