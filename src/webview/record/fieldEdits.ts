// What is typed into the fields of a record's page: kept until the host has dealt with it. The page that comes after one
// whose host has gone opens its fields with it.
import { type HostLine, postToHost } from '#webview/elements/host/hostConnection.ts';
import type { FieldInput, UnkeptInput } from '#webview/elements/host/keptPages.ts';
import type { RecordPageMessage } from '#protocol/recordPageMessages.ts';

export class FieldEdits {
  /** Of the open fields, by their names. */
  readonly #typed = new Map<string, FieldInput>();
  /** The host has not said yet that it has dealt with them. */
  #sent: readonly FieldInput[] = [];
  /** The same of what it opens as files. */
  #leaving: readonly (readonly FieldInput[])[] = [];

  get unkept(): UnkeptInput {
    const fields = [...this.#typed.values(), ...this.#sent, ...this.#leaving.flat()];
    return fields.length === 0 ? {} : { fields };
  }

  /** What is in an open field, or what it opens with; undefined if it has the record's text. */
  typed(field: string): FieldInput | undefined {
    return this.#typed.get(field);
  }

  type(input: FieldInput): void {
    if (input.text === input.before) this.#typed.delete(input.field);
    else this.#typed.set(input.field, input);
  }

  /** The person is done with a field: it has the record's text again. */
  close(field: string): void {
    this.#typed.delete(field);
  }

  sent(input: FieldInput): void {
    this.#sent = [...this.#sent, input];
  }

  /** The host has carried out the first edit of a field, or has said why not. Empty: it has opened a file. */
  ended(field: string): void {
    if (field === '') this.#leaving = this.#leaving.slice(1);
    const index = this.#sent.findIndex((one) => one.field === field);
    this.#sent = this.#sent.filter((_, at) => at !== index);
  }

  /**
   * Takes in what pages before this one have left, a text for each field. Call it before the record is rendered for the
   * first time.
   * @param values of the record's fields: what they say already is no edit
   * @returns other texts, for `openAsFile`
   */
  take(
    { left, keep }: Pick<HostLine<unknown>, 'left' | 'keep'>,
    values: ReadonlyMap<string, string>,
  ): readonly FieldInput[] {
    const pages = left.filter(({ isSame }) => isSame);
    const others: FieldInput[] = [];
    for (const input of pages.flatMap((page) => page.input.fields ?? [])) {
      const { field, text } = input;
      if (text.trim() === values.get(field)?.trim() || this.typed(field)?.text === text) continue;
      if (!this.#typed.has(field)) this.type(input);
      else if (!others.some((other) => other.field === field && other.text === text)) others.push(input);
    }
    if (others.length > 0) this.#leaving = [...this.#leaving, others];
    keep();
    for (const page of pages) page.forget();
    return others;
  }

  /** The record cannot be edited: its fields close. @returns what is in them, for `openAsFile` */
  closeAll(): readonly FieldInput[] {
    const typed = [...this.#typed.values()];
    this.#typed.clear();
    if (typed.length > 0) this.#leaving = [...this.#leaving, typed];
    return typed;
  }
}

/** The host opens what no field has, and then `ended` forgets it. */
export function openAsFile(
  fields: readonly FieldInput[],
  post: (message: RecordPageMessage) => void = postToHost,
): void {
  if (fields.length > 0) post({ type: 'left', texts: fields.map(({ text }) => text) });
}
