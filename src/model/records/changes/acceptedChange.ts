import type { Writer } from '#api/writeApproval.ts';
import type { RecordFields } from '#model/records/deckRecord.ts';
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
