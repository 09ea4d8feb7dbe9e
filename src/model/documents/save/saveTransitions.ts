// What leads from one state of a save to the next: when a text is sent, sent again, confirmed, or refused as a conflict. Nothing
// here asks, sends or waits; `runSave` of openDocument.ts does, and comes back with the service's response or the person's decision.
import { isApiError } from '#api/apiError.ts';
import { applyEdits } from '#json/formatJson.ts';
import { sliceMember } from '#json/jsonTree.ts';
import { isSameSpelling } from '#json/sameValue.ts';
import { mayHaveArrived } from '#model/connections/connectionError.ts';
import { fieldsNotTaken } from '#model/records/changes/fieldsNotTaken.ts';
import { flattenGroupsFix, incompleteConditions } from '#model/documents/documentPlaces.ts';
import type { DocumentVersion } from './documentState.ts';
import type { DocumentRef } from '#model/documents/documentUri.ts';
import { isKeptAsTyped, isUnchanged } from '#model/documents/sameDocument.ts';
import {
  DocumentConflict,
  DocumentDeleted,
  SaveIgnored,
  SaveIncomplete,
  SaveNotApproved,
  SaveNotArrived,
  SaveNotConfirmed,
} from './saveErrors.ts';
import { JsonTextError, memberBody } from '#json/checkJsonObject.ts';
import type { RecordKind } from '#model/records/recordRef.ts';
import {
  checkDocument,
  type DocumentMembers,
  editableFields,
  joinMembers,
  membersOf,
} from '#model/documents/documentText.ts';
import type { WriteApproval } from '#model/connections/writeGuard.ts';
import type { BaseOrigin } from '#model/documents/merge/mergeBases.ts';

/** An invalid text is not sent at all. `known`: the service's last known version. */
export function beginSave(ref: DocumentRef, text: string, known: string | undefined): SaveState {
  try {
    patchBodyOf(ref, text, '{}');
  } catch (error) {
    return { kind: 'failed', error };
  }
  const conditions = incompleteConditions(ref, text);
  return conditions.length > incompleteConditions(ref, known ?? '').length
    ? { kind: 'incomplete', error: new SaveIncomplete(conditions) }
    : { kind: 'checking' };
}

export function afterResponse(state: SaveRequest, response: ServiceResponse, saved: SavedText): SaveState {
  switch (state.kind) {
    case 'checking':
      return response.kind === 'version' ? afterCheck(response.version, saved) : afterError(response.error);
    case 'sending':
      return response.kind === 'version'
        ? afterSend(state.attempt, response.version, saved)
        : afterSendError(state.attempt, response.error);
    case 'confirming':
      return response.kind === 'version'
        ? afterConfirm(state.attempt, state.cause, response.version, saved)
        : afterConfirmError(state.cause, response.error, saved);
  }
}

export function afterDecision(question: SaveQuestion, decision: Decision): SaveState {
  if (decision === 'retry') return { kind: 'checking' };
  return decision === 'keepEditing' ? { kind: 'failed', error: question.error } : { kind: decision };
}

function afterCheck(now: DocumentVersion, saved: SavedText): SaveState {
  const earlier = earlierSave(now, saved);
  if (isSameSpelling(now.raw, saved.text) || earlier?.sent === saved.text)
    return savedAs(now, saved, earlier?.overwritable);
  if (!earlier && !isBasedOn(now, saved)) return conflictWith(now, saved);
  try {
    const body = patchBodyOf(saved.ref, saved.text, now.raw);
    if (body === undefined) return savedAs(now, saved, earlier?.overwritable);
    return send({ body, before: now, isSecond: false }, saved);
  } catch (error) {
    return { kind: 'failed', error };
  }
}

function send(attempt: Attempt, { ref, approval }: SavedText): SaveState {
  if (approval) return { kind: 'sending', attempt, approval };
  return { kind: 'unapproved', error: new SaveNotApproved(ref, attempt.before.raw) };
}

function afterSend({ body, before }: Attempt, now: DocumentVersion, saved: SavedText): SaveState {
  const { ref, text } = saved;
  const isIgnored = isUnchanged(ref, before.raw, now.raw) && !isKeptAsTyped(ref, now.raw, text);
  if (isIgnored) return { kind: 'failed', error: new SaveIgnored(ref, now.record) };
  const notTaken = ref.part === 'record' ? fieldsNotTaken(body, now.raw, before.raw) : [];
  return savedAs(now, saved, before.raw, notTaken);
}

function afterSendError(attempt: Attempt, error: unknown): SaveState {
  return mayHaveArrived(error) ? { kind: 'confirming', attempt, cause: error } : { kind: 'failed', error };
}

function afterConfirm(attempt: Attempt, cause: unknown, now: DocumentVersion, saved: SavedText): SaveState {
  const { ref, text } = saved;
  const before = attempt.before.raw;
  if (isSameSpelling(now.raw, text) || hasArrived(ref, text, before, now.raw))
    return savedAs(now, saved, before);
  if (!isUnchanged(ref, before, now.raw)) return conflictWith(now, saved);
  if (shouldResendSave(attempt, cause)) return send({ ...attempt, isSecond: true }, saved);
  return { kind: 'failed', error: new SaveNotArrived(ref, cause) };
}

function afterConfirmError(cause: unknown, error: unknown, { ref }: SavedText): SaveState {
  if (error instanceof DocumentDeleted) return { kind: 'deleted', error };
  return { kind: 'failed', error: new SaveNotConfirmed(ref, cause, error) };
}

function afterError(error: unknown): SaveState {
  return error instanceof DocumentDeleted ? { kind: 'deleted', error } : { kind: 'failed', error };
}

function savedAs(
  version: DocumentVersion,
  { ref, text }: SavedText,
  replaced?: string,
  notTaken: readonly string[] = [],
): SaveState {
  const stored = isKeptAsTyped(ref, version.raw, text) ? undefined : version.text;
  return { kind: 'saved', version, replaced, stored, notTaken };
}

function conflictWith(now: DocumentVersion, { ref, origin }: SavedText): SaveState {
  const base = typeof origin === 'string' ? undefined : origin.base;
  return { kind: 'conflict', error: new DocumentConflict(ref, base, now.raw) };
}

/** Whether the service still has what the text was made from, or what a person allowed to be overwritten. */
function isBasedOn(now: DocumentVersion, { ref, origin }: SavedText): boolean {
  if (typeof origin === 'string') return origin === 'none';
  const { hash, overwritable } = origin;
  return hash === now.hash || (overwritable !== undefined && isUnchanged(ref, overwritable, now.raw));
}

/** The origin of a text of which an earlier save has arrived, although its response was lost: it replaced `overwritable`. */
function earlierSave(now: DocumentVersion, { ref, origin }: SavedText): BaseOrigin | undefined {
  if (typeof origin === 'string' || origin.sent === undefined) return undefined;
  return hasArrived(ref, origin.sent, origin.overwritable, now.raw) ? origin : undefined;
}

/** `before`: what the text was sent in place of; undefined if that is no longer stored. */
function hasArrived(ref: DocumentRef, sent: string, before: string | undefined, now: string): boolean {
  if (before !== undefined && isUnchanged(ref, before, now)) return false;
  return isStoredAs(ref, sent, now);
}

/**
 * Whether `now` is what services make of `sent`: they trim texts, change tags, and some write the groups of a dashboard as a
 * list. Anything else may be somebody's change.
 */
function isStoredAs(ref: DocumentRef, sent: string, now: string): boolean {
  if (isUnchanged(ref, sent, now)) return true;
  if (ref.part === 'filters') {
    const fix = flattenGroupsFix(ref, sent);
    return fix !== undefined && isUnchanged(ref, applyEdits(sent, fix), now);
  }
  if (ref.part !== 'record') return false;
  const others = fieldsNotTaken(sent, now, undefined);
  return membersOf(sent).every(([field, value]) => {
    const kept = sliceMember(now, field) ?? '';
    if (field === 'filters') return isStoredAs({ ...ref, part: field }, value, kept);
    const isChangedByHabit = field === 'name' || field === 'description' || field === 'tags';
    return isChangedByHabit ? !others.includes(field) : isUnchanged(ref, value, kept);
  });
}

// Whether a save is sent again by itself.
/**
 * Asked if the service has what it had before the save. It is sent again once, after a broken connection.
 * @param cause why the response was lost
 */
function shouldResendSave({ isSecond }: Attempt, cause: unknown): boolean {
  return !isSecond && isApiError(cause, 'network', 'incomplete');
}

// The text of a document as the body of the PATCH that saves it.

/** A field that the document of a whole record may not lose or gain: a PATCH cannot express it. */
export class DocumentFieldError extends Error {
  override readonly name = 'DocumentFieldError';
  readonly problem: 'missing' | 'unknown' | 'repeated';
  readonly field: string;
  constructor(problem: 'missing' | 'unknown' | 'repeated', field: string) {
    super(`A ${problem} field: ${field}`);
    this.problem = problem;
    this.field = field;
  }
}

/**
 * The body of the request that makes the service's text equal to the document's; undefined if nothing would change.
 * `base`: the service's present text. Throws JsonTextError and DocumentFieldError.
 */
function patchBodyOf({ part, kind }: DocumentRef, text: string, base: string): string | undefined {
  if (part === 'filters') return memberBody('filters', text);
  const problem = checkDocument(part, text).find(({ severity }) => severity === 'error');
  if (problem) throw new JsonTextError(problem);
  if (part === 'groups') return `{"groups": ${text}}`;
  const [mine, theirs] = [membersOf(text), membersOf(base)];
  checkFields(kind, mine, theirs);
  const changed = mine.filter(([field, value]) => {
    const other = theirs.find(([name]) => name === field)?.[1];
    return other === undefined || !isSameSpelling(other, value);
  });
  if (changed.length === 0) return undefined;
  return joinMembers(changed);
}

function checkFields(kind: RecordKind, mine: DocumentMembers, theirs: DocumentMembers): void {
  const known: readonly string[] = editableFields[kind];
  const seen = new Set<string>();
  for (const [field] of mine) {
    if (!known.includes(field)) throw new DocumentFieldError('unknown', field);
    if (seen.has(field)) throw new DocumentFieldError('repeated', field);
    seen.add(field);
  }
  const missing = theirs.find(([field]) => !seen.has(field));
  if (missing) throw new DocumentFieldError('missing', missing[0]);
}

// The states of a document's save; src/README.md has their diagram.

export type SaveState = SaveRequest | SaveQuestion | SaveEnd;

/** The service is being asked. */
export type SaveRequest =
  /** What it has, before anything is sent. */
  | { readonly kind: 'checking' }
  | { readonly kind: 'sending'; readonly attempt: Attempt; readonly approval: WriteApproval }
  /** Whether it has the text: the response to `sending` was lost because of `cause`. */
  | { readonly kind: 'confirming'; readonly attempt: Attempt; readonly cause: unknown };

/** A person decides. */
export type SaveQuestion =
  /** Services accept incomplete conditions without a warning, and ignore them. */
  | { readonly kind: 'incomplete'; readonly error: SaveIncomplete }
  | { readonly kind: 'conflict'; readonly error: DocumentConflict }
  | { readonly kind: 'deleted'; readonly error: DocumentDeleted }
  /** The text differs from what the service has, and a person has to approve it first: see `SaveNotApproved`. */
  | { readonly kind: 'unapproved'; readonly error: SaveNotApproved };

export type SaveEnd =
  /** `stored`: what the service made of the text, laid out; undefined if it kept it as it was typed. */
  | {
      readonly kind: 'saved';
      readonly version: DocumentVersion;
      /** The service's text that the save replaced; undefined if none is known to have been sent. */
      readonly replaced: string | undefined;
      readonly stored: string | undefined;
      /** Fields that have their old values, although others were sent. */
      readonly notTaken: readonly string[];
    }
  /** The service's changes are in the editor's text, which has to be saved again. */
  | { readonly kind: 'takenIntoText' }
  /** The person continues in the merge editor. */
  | { readonly kind: 'openedMergeEditor' }
  /** The editor, which had no change of its own, will show what the service has. */
  | { readonly kind: 'showsNewer' }
  /** No change was overwritten, and the text stays in its editor. */
  | { readonly kind: 'failed'; readonly error: unknown };

/** One request that sends the text. `before`: the service's version at that moment. */
interface Attempt {
  readonly body: string;
  readonly before: DocumentVersion;
  readonly isSecond: boolean;
}

/** What is being saved. */
export interface SavedText {
  readonly ref: DocumentRef;
  readonly text: string;
  /** The base of the text; `unknown` if it was not kept, `none` if the text comes from no editor. */
  readonly origin: BaseOrigin | 'unknown' | 'none';
  /** Undefined if a person has to approve the save first. */
  readonly approval: WriteApproval | undefined;
}

export type ServiceResponse =
  | { readonly kind: 'version'; readonly version: DocumentVersion }
  | { readonly kind: 'error'; readonly error: unknown };

/**
 * The outcome of a question. `retry`: the obstacle is gone: overwriting or sending was allowed, or the text merged, or the
 * record restored.
 */
export type Decision = 'retry' | 'takenIntoText' | 'openedMergeEditor' | 'showsNewer' | 'keepEditing';

/** Without a type, so that a kind that is forgotten here does not compile if these are used. */
export function isRequest(state: SaveState) {
  return state.kind === 'checking' || state.kind === 'sending' || state.kind === 'confirming';
}

export function isQuestion(state: SaveState) {
  const { kind } = state;
  return kind === 'incomplete' || kind === 'conflict' || kind === 'deleted' || kind === 'unapproved';
}
