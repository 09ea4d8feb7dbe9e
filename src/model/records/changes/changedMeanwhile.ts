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
