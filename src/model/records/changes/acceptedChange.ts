import type { Writer } from '#api/writeApproval.ts';
import type { DeckRecord, RecordFields } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';

/** A change of a record that was made from here, and that the service has accepted. */
export type AcceptedChange =
  | { readonly action: 'create' | 'delete' | 'restore'; readonly ref: RecordRef; readonly by?: Writer }
  | {
      readonly action: 'update';
      readonly ref: RecordRef;
      readonly by?: Writer;
      /** The same fields as `after`; undefined if the record was not known. */
      readonly before: RecordFields | undefined;
      readonly after: RecordFields;
    }
  | {
      /** Of a static cohort. */
      readonly action: 'addPersons' | 'removePersons';
      readonly ref: RecordRef;
      readonly by?: Writer;
      /** How many. */
      readonly persons: number;
    };

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
