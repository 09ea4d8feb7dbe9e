import type { DeckRecord } from '#model/records/deckRecord.ts';

/** The service responded as if it had made a change, and kept what it had. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
  /** As the interface names them. */
  readonly fields: readonly string[];
  /** As the service has it; undefined if it is not known as a whole. */
  readonly record: DeckRecord | undefined;
  constructor(fields: readonly string[], record?: DeckRecord) {
    super(`The service kept its own ${fields.join(', ')}.`);
    this.fields = fields;
    this.record = record;
  }
}
