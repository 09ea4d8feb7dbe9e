// What is typed into the fields of a record's page: kept until the host has dealt with it. The page that comes after one
// whose host has gone opens its fields with it.
import type { HostLine } from '#webview/elements/host/hostConnection.ts';
import type { FieldInput, UnkeptInput } from '#webview/elements/host/keptPages.ts';
import type { RecordPageMessage } from '#protocol/recordPageMessages.ts';

export type FieldsLine = Pick<
  HostLine<Extract<RecordPageMessage, { readonly type: 'left' }>>,
  'left' | 'keep' | 'post'
>;

export class FieldEdits {
  /** Of the open fields, by their names. */
  readonly #typed = new Map<string, FieldInput>();
  /** The host has not said yet that it has dealt with them. */
  #sent: readonly FieldInput[] = [];
  get unkept(): UnkeptInput {
    const fields = [...this.#typed.values(), ...this.#sent];
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

  /** The host has carried out the first edit of a field, or has said why not; or it has opened it as a file. */
  ended(field: string): void {
    const index = this.#sent.findIndex((one) => one.field === field);
    this.#sent = this.#sent.filter((_, at) => at !== index);
  }

  /**
   * Takes in what pages before this one have left, a text for each field; the host opens others as a file. Call it before the
   * record is rendered for the first time.
   * @param values of the record's fields: what they say already is no edit
   */
  take(line: FieldsLine, values: ReadonlyMap<string, string>): void {
    const { left, keep } = line;
    const pages = left.filter(({ isSame }) => isSame);
    const others: FieldInput[] = [];
    for (const input of pages.flatMap((page) => page.input.fields ?? [])) {
      const { field, text } = input;
      if (text.trim() === values.get(field)?.trim() || this.typed(field)?.text === text) continue;
      if (!this.#typed.has(field)) this.type(input);
      else if (!others.some((other) => other.field === field && other.text === text)) others.push(input);
    }
    this.#openAsFile(line, others);
    keep();
    for (const page of pages) page.forget();
  }

  /** The record can no longer be edited: its fields close, and the host opens what is in them as a file. */
  closeAll(line: FieldsLine): void {
    const typed = [...this.#typed.values()];
    this.#typed.clear();
    this.#openAsFile(line, typed);
  }

  #openAsFile({ post }: FieldsLine, fields: readonly FieldInput[]): void {
    if (fields.length === 0) return;
    this.#sent = [...this.#sent, ...fields];
    post({ type: 'left', fields: fields.map(({ field, text }) => ({ field, text })) });
  }
}
