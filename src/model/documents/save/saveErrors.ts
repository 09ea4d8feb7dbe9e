// How a save can fail, besides an error response of the service.
import type { ApiError } from '#api/apiError.ts';
import type { IncompleteCondition } from '#filters/findIncomplete.ts';
import { isConnectionLoss } from '#model/connections/connectionError.ts';
import type { DocumentRef } from '#model/documents/documentUri.ts';
import { type DeckRecord, isCohort } from '#model/records/deckRecord.ts';

/**
 * The service has another version than the edit was made from. Nothing was sent, or the response was lost and the service has
 * another text than the one sent.
 */
export class DocumentConflict extends Error {
  override readonly name = 'DocumentConflict';
  readonly ref: DocumentRef;
  /** What the edit was made from, as the service had it; undefined if it is no longer known. */
  readonly base: string | undefined;
  /** What the service has. */
  readonly theirs: string;
  constructor(ref: DocumentRef, base: string | undefined, theirs: string) {
    super('The document was changed on the service.');
    this.ref = ref;
    this.base = base;
    this.theirs = theirs;
  }
}

/**
 * Nothing was sent. The save goes to production, may take away the person's own right to edit, or comes from an Auto Save that a
 * workspace turned on; and nobody approved it.
 */
export class SaveNotApproved extends Error {
  override readonly name = 'SaveNotApproved';
  readonly ref: DocumentRef;
  /** What the service has, and the save would replace. */
  readonly before: string;
  constructor(ref: DocumentRef, before: string) {
    super('The save was not confirmed.');
    this.ref = ref;
    this.before = before;
  }
}

/** The text has more conditions without a property, event or cohort than the service's version. Nothing was sent. */
export class SaveIncomplete extends Error {
  override readonly name = 'SaveIncomplete';
  readonly conditions: readonly IncompleteCondition[];
  constructor(conditions: readonly IncompleteCondition[]) {
    super('A condition is incomplete.');
    this.conditions = conditions;
  }
}

/** The record is deleted; a dashboard may also never have existed. Nothing was sent. */
export class DocumentDeleted extends Error {
  override readonly name = 'DocumentDeleted';
  readonly ref: DocumentRef;
  /** The last version known. */
  readonly record: DeckRecord | undefined;
  constructor(ref: DocumentRef, record: DeckRecord | undefined, cause?: unknown) {
    super('The record was deleted on the service.', { cause });
    this.ref = ref;
    this.record = record;
  }
}

/** The service accepted the save but changed nothing. */
export class SaveIgnored extends Error {
  override readonly name = 'SaveIgnored';
  readonly ref: DocumentRef;
  /** A static cohort has no filters. */
  readonly isStatic: boolean;
  constructor(ref: DocumentRef, record: DeckRecord | undefined) {
    super('The service kept the old text.');
    this.ref = ref;
    this.isStatic = record !== undefined && isCohort(record) && record.is_static;
  }
}

/** The response to a save was lost, and the service does not have the text. `cause` is what went wrong. */
export class SaveNotArrived extends Error {
  override readonly name = 'SaveNotArrived';
  readonly ref: DocumentRef;
  constructor(ref: DocumentRef, cause: unknown) {
    super('The service does not have the text.', { cause });
    this.ref = ref;
  }
}

/** The response to a save was lost, and the service could not be asked either. The next save asks first. */
export class SaveNotConfirmed extends Error {
  override readonly name = 'SaveNotConfirmed';
  readonly ref: DocumentRef;
  /** Why the service could not be asked. */
  readonly askError: unknown;
  constructor(ref: DocumentRef, cause: unknown, askError: unknown) {
    super('It is not clear whether the save succeeded.', { cause });
    this.ref = ref;
    this.askError = askError;
  }
}

/** Whether the save did not reach the service, as far as is known. */
export function isLost(error: unknown): boolean {
  return error instanceof SaveNotConfirmed || lossIn(error) !== undefined;
}

/** Why the service could not be reached; undefined if that is not why the save failed. */
export function lossIn(error: unknown): ApiError | undefined {
  const cause = error instanceof SaveNotArrived || error instanceof SaveNotConfirmed ? error.cause : error;
  return isConnectionLoss(cause) ? cause : undefined;
}
