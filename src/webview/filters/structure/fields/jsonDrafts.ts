// JSON that is typed into fields but not applied is not in the document, so closing the tab would lose it without a
// question. The host knows it and offers it afterwards.

export class JsonDrafts {
  readonly #byField = new Map<object, string>();
  readonly #onChange: (drafts: readonly string[]) => void;

  /** @param onChange gets all drafts, in the order in which typing began */
  constructor(onChange: (drafts: readonly string[]) => void) {
    this.#onChange = onChange;
  }

  get all(): readonly string[] {
    return [...this.#byField.values()];
  }

  /** @param json undefined once it is applied or reverted */
  set(field: object, json: string | undefined): void {
    if (this.#byField.get(field) === json) return;
    if (json === undefined) this.#byField.delete(field);
    else this.#byField.set(field, json);
    this.#onChange(this.all);
  }
}

export interface JsonDraft {
  readonly text: string;
  /** The JSON that the text had when typing began. */
  readonly base: string;
  /** The newer JSON in the text that the person has been notified about. */
  readonly conflict?: string | undefined;
}

/**
 * What happens to a draft: if the value changed in the text meanwhile, the draft replaces it only when the
 * person presses the key again after a notice, never on blur or on save.
 * @param json as the text has it now
 */
export function outcomeOf(
  { text, base, conflict }: JsonDraft,
  json: string,
  isByKey: boolean,
): 'nothingTyped' | 'conflict' | 'write' {
  if (text.trim() === base.trim()) return 'nothingTyped';
  if (base === json || text === json) return 'write';
  return isByKey && conflict === json ? 'write' : 'conflict';
}
