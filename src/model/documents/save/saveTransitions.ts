// What leads from one state of a save to the next: when a text is sent, sent again, confirmed, or refused as a conflict. Nothing
// here asks, sends or waits; runSave.ts does, and comes back with the service's response or the person's decision.
import { isApiError } from '#api/apiError.ts';
import { isSameSpelling } from '#json/sameValue.ts';
import { mayHaveArrived } from '#model/connections/connectionError.ts';
import { fieldsNotTaken } from '#model/records/changes/fieldsNotTaken.ts';
import { incompleteConditions } from '#model/documents/documentPlaces.ts';
import type { DocumentVersion } from './documentState.ts';
import type { DocumentRef } from '#model/documents/documentUri.ts';
import { patchBodyOf } from './patchBody.ts';
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
import type {
  Attempt,
  Decision,
  SavedText,
  SaveQuestion,
  SaveRequest,
  SaveState,
  ServiceResponse,
} from './saveStates.ts';

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
  if (isSameSpelling(now.raw, saved.text)) return savedAs(now, saved);
  if (!isBasedOn(now, saved)) return conflictWith(now, saved);
  try {
    const body = patchBodyOf(saved.ref, saved.text, now.raw);
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

function afterSend({ body, before }: Attempt, now: DocumentVersion, saved: SavedText): SaveState {
  const { ref, text } = saved;
  const isIgnored = isUnchanged(ref, before.raw, now.raw) && !isKeptAsTyped(ref, now.raw, text);
  if (isIgnored) return { kind: 'failed', error: new SaveIgnored(ref, now.record) };
  return savedAs(now, saved, ref.part === 'record' ? fieldsNotTaken(body, now.raw, before.raw) : []);
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
  notTaken: readonly string[] = [],
): SaveState {
  const kept = isKeptAsTyped(ref, version.raw, text) ? undefined : version.text;
  return { kind: 'saved', version, kept, notTaken };
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

// Whether a save is sent again by itself.
/**
 * Asked if the service has what it had before the save. It is sent again once, after a broken connection.
 * @param cause why the response was lost
 */
function shouldResendSave({ isSecond }: Attempt, cause: unknown): boolean {
  return !isSecond && isApiError(cause, 'network', 'incomplete');
}
