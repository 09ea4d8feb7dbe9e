// The save of a document: its states, and what leads from one to the next (README.md has the diagram). Nothing here asks,
// sends or waits; saveSession.ts does, and comes back with the service's response or the person's decision.
import { isApiError } from '#api/apiError.ts';
import { isSameSpelling } from '#json/sameValue.ts';
import { incompleteConditions } from './conditionMarks.ts';
import { bodyOf } from './documentBody.ts';
import type { DocumentVersion } from './documentState.ts';
import type { DocumentRef } from './documentUri.ts';
import type { Origin } from './mergeBases.ts';
import type { WriteApproval } from '#model/connections/writeGuard.ts';
import { isKeptAsTyped, isUnchanged } from './sameDocument.ts';
import {
  DocumentConflict,
  DocumentDeleted,
  mayHaveArrived,
  SaveIgnored,
  SaveIncomplete,
  SaveNotApproved,
  SaveNotArrived,
  SaveNotConfirmed,
} from './saveErrors.ts';

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
  /** The text differs from what the service has, and would be sent to production. */
  | { readonly kind: 'unapproved'; readonly error: SaveNotApproved };

export type SaveEnd =
  /** `kept`: what the service made of the text, laid out; undefined where it kept it as it was typed. */
  | { readonly kind: 'saved'; readonly version: DocumentVersion; readonly kept: string | undefined }
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
  readonly origin: Origin | 'unknown' | 'none';
  /** Undefined where a person has to approve the save first. */
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

/** An invalid text is not sent at all. `known`: the service's last known version. */
export function beginSave(ref: DocumentRef, text: string, known: string | undefined): SaveState {
  try {
    bodyOf(ref, text, '{}');
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

// Without a type, so that a kind that is forgotten here does not compile where these are used.
export function isRequest(state: SaveState) {
  return state.kind === 'checking' || state.kind === 'sending' || state.kind === 'confirming';
}

export function isQuestion(state: SaveState) {
  const { kind } = state;
  return kind === 'incomplete' || kind === 'conflict' || kind === 'deleted' || kind === 'unapproved';
}

function afterCheck(now: DocumentVersion, saved: SavedText): SaveState {
  if (isSameSpelling(now.raw, saved.text)) return savedAs(now, saved);
  if (!isBasedOn(now, saved)) return conflictWith(now, saved);
  try {
    const body = bodyOf(saved.ref, saved.text, now.raw);
    if (body === undefined) return savedAs(now, saved);
    return send({ body, before: now, isSecond: false }, saved);
  } catch (error) {
    return { kind: 'failed', error };
  }
}

function send(attempt: Attempt, { ref, approval }: SavedText): SaveState {
  if (approval) return { kind: 'sending', attempt, approval };
  return { kind: 'unapproved', error: new SaveNotApproved(ref, attempt.before.raw) };
}

function afterSend({ before }: Attempt, now: DocumentVersion, saved: SavedText): SaveState {
  const isIgnored = now.hash === before.hash && !isKeptAsTyped(saved.ref, now.raw, saved.text);
  return isIgnored ? { kind: 'failed', error: new SaveIgnored(saved.ref) } : savedAs(now, saved);
}

function afterSendError(attempt: Attempt, error: unknown): SaveState {
  return mayHaveArrived(error) ? { kind: 'confirming', attempt, cause: error } : { kind: 'failed', error };
}

function afterConfirm(attempt: Attempt, cause: unknown, now: DocumentVersion, saved: SavedText): SaveState {
  const { ref, text } = saved;
  const hasChanged = !isUnchanged(ref, attempt.before.raw, now.raw);
  if (isSameSpelling(now.raw, text) || (hasChanged && isUnchanged(ref, text, now.raw)))
    return savedAs(now, saved);
  if (hasChanged) return conflictWith(now, saved);
  const isWorthRetrying = !attempt.isSecond && isApiError(cause, 'network', 'incomplete');
  if (isWorthRetrying) return send({ ...attempt, isSecond: true }, saved);
  return { kind: 'failed', error: new SaveNotArrived(ref, cause) };
}

function afterConfirmError(cause: unknown, error: unknown, { ref }: SavedText): SaveState {
  if (error instanceof DocumentDeleted) return { kind: 'deleted', error };
  return { kind: 'failed', error: new SaveNotConfirmed(ref, cause, error) };
}

function afterError(error: unknown): SaveState {
  return error instanceof DocumentDeleted ? { kind: 'deleted', error } : { kind: 'failed', error };
}

function savedAs(version: DocumentVersion, { ref, text }: SavedText): SaveState {
  const kept = isKeptAsTyped(ref, version.raw, text) ? undefined : version.text;
  return { kind: 'saved', version, kept };
}

function conflictWith(now: DocumentVersion, { ref, origin }: SavedText): SaveState {
  const base = typeof origin === 'string' ? undefined : origin.base;
  return { kind: 'conflict', error: new DocumentConflict(ref, base, now.raw) };
}

/** Whether the service still has what the text was made from, or what a person allowed to be overwritten. */
function isBasedOn(now: DocumentVersion, { ref, origin }: SavedText): boolean {
  if (typeof origin === 'string') return origin === 'none';
  if (origin.hash === now.hash) return true;
  // An earlier save may have arrived although its response was lost.
  return [origin.overwritable, origin.sent].some(
    (one) => one !== undefined && isUnchanged(ref, one, now.raw),
  );
}
