// What is typed into the fields of a record's page: kept until the host has dealt with it. The page that comes after one
// whose host has gone opens its fields with it.
import type { HostLine } from '#webview/elements/host/hostConnection.ts';
import type { FieldInput, UnkeptInput } from '#webview/elements/host/keptPages.ts';

export class FieldEdits {
  /** Of the open fields, by their names. */
  readonly #typed = new Map<string, FieldInput>();
  /** The host has not said yet that it has dealt with them. */
  #sent: readonly FieldInput[] = [];
  /** Left by several pages for one field, which opens with another one. */
  #others: readonly FieldInput[] = [];

  get unkept(): UnkeptInput {
    const fields = [...this.#typed.values(), ...this.#sent, ...this.#others];
    return fields.length === 0 ? {} : { fields };
  }

  /** What is in an open field, or what it opens with; undefined if it has the record's text. */
  typed(field: string): FieldInput | undefined {
    return this.#typed.get(field);
  }

  others(field: string): readonly string[] {
    return this.#others.filter((other) => other.field === field).map(({ text }) => text);
  }

  type(input: FieldInput): void {
    if (input.text === input.before) this.#typed.delete(input.field);
    else this.#typed.set(input.field, input);
  }

  /** The person is done with a field: it has the record's text again. */
  close(field: string): void {
    this.#typed.delete(field);
    this.#others = this.#others.filter((other) => other.field !== field);
  }

  sent(input: FieldInput): void {
    this.#sent = [...this.#sent, input];
  }

  /** The host has carried out the first edit of a field, or has said why not. */
  ended(field: string): void {
    const index = this.#sent.findIndex((one) => one.field === field);
    this.#sent = this.#sent.filter((_, at) => at !== index);
  }

  /**
   * Takes in what pages before this one have left. Call it before the record is rendered for the first time.
   * @param values of the record's fields: what they say already is no edit
   */
  take({ left, keep }: Pick<HostLine<unknown>, 'left' | 'keep'>, values: ReadonlyMap<string, string>): void {
    const pages = left.filter(({ isSame }) => isSame);
    for (const input of pages.flatMap((page) => page.input.fields ?? [])) {
      const { field, text } = input;
      if (text.trim() === values.get(field)?.trim() || this.typed(field)?.text === text) continue;
      if (this.#typed.has(field)) this.#others = [...this.#others, input];
      else this.type(input);
    }
    keep();
    for (const page of pages) page.forget();
  }
}
