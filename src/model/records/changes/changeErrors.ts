// Why a change of a record was not accepted, besides an ApiError.
import type { DeckRecord } from '#model/records/deckRecord.ts';

/** The service has something else than the person has seen of what they change. Nothing was sent. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
  /** As the service has it. */
  readonly record: DeckRecord;
  constructor(record: DeckRecord) {
    super('The record was changed on the service.');
    this.record = record;
  }
}

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
