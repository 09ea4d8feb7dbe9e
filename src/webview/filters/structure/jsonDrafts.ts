// JSON that is typed into fields but not applied is not in the document, so that closing the tab would lose it without a
// question. The host knows it and offers it afterwards.

export class JsonDrafts {
  readonly #byField = new Map<object, string>();
  readonly #onChange: (drafts: readonly string[]) => void;

  /** @param onChange gets all drafts, in the order in which typing began */
  constructor(onChange: (drafts: readonly string[]) => void) {
    this.#onChange = onChange;
  }

  /** @param json undefined once it is applied or reverted */
  set(field: object, json: string | undefined): void {
    if (this.#byField.get(field) === json) return;
    if (json === undefined) this.#byField.delete(field);
    else this.#byField.set(field, json);
    this.#onChange([...this.#byField.values()]);
  }
}
