// What a model reads where a tool fails: what happened, and the next step.
import { type ApiError, isApiError } from '#api/apiError.ts';
import * as z from 'zod';
import { describeError } from '#host/messages/errorMessage.ts';
import { isCancelled } from '#host/messages/userError.ts';
import { describeChanges } from '#model/documents/describeChanges.ts';
import { mayHaveArrived } from '#model/connections/connectionError.ts';
import {
  DocumentConflict,
  DocumentDeleted,
  SaveIncomplete,
  SaveNotArrived,
  SaveNotConfirmed,
} from '#model/documents/save/saveErrors.ts';
import { ChangedMeanwhile } from '#model/records/changes/changeErrors.ts';
import { inEnglish } from '#text/translate.ts';
import { fence, quoteText } from './answerText.ts';
import { ToolError } from './toolError.ts';

const changeKey = 'Ask the person to run “Cohort Deck: Change Key…”.';
const readAgain = 'Call get_record again, and base the change on its version.';

/** @param isSending the call was allowed to send its change */
export function toToolError(error: unknown, signal: AbortSignal, isSending: boolean): ToolError {
  if (error instanceof ToolError) return error;
  if (error instanceof z.ZodError) return wrongInput(error);
  if (error instanceof SaveNotConfirmed || (isSending && mayHaveArrived(error))) return unclear(error);
  if (error instanceof SaveNotArrived) return toToolError(error.cause, signal, false);
  if (signal.aborted) return new ToolError('The call was cancelled. Nothing more was sent.', 'cancelled');
  if (isCancelled(error))
    return new ToolError(
      'The person did not allow this, so nothing was sent. Do not try again unless they ask for it.',
      'not allowed by the person',
    );
  if (error instanceof ChangedMeanwhile)
    return new ToolError(
      `Somebody else changed the record, so nothing was sent. ${readAgain}`,
      'changed meanwhile',
    );
  if (error instanceof DocumentConflict) return conflict(error);
  if (error instanceof DocumentDeleted)
    return new ToolError(
      'The record is deleted, so nothing was sent. Only the person can restore it.',
      'deleted',
    );
  if (error instanceof SaveIncomplete)
    return new ToolError(
      `${error.conditions.length} conditions lack a ${[...new Set(error.conditions.map(({ missing }) => missing))].join(', ')}. Nothing was sent. Complete them, then call again.`,
      'incomplete conditions',
    );
  const { message } = describeError(error);
  const kind = isApiError(error) ? error.kind : error instanceof Error ? error.name : 'error';
  const next = isApiError(error) ? nextStep(error) : nextStepOf(error);
  return new ToolError([next, fence([quoteText(message, 800)])].join('\n'), kind);
}

/** A model that calls again would make a second cohort. */
function unclear(error: unknown): ToolError {
  const next =
    'The response of the service was lost, so the change may have been made. Call get_record, or list_records for a new cohort, before you call again.';
  return new ToolError([next, fence([quoteText(describeError(error).message, 800)])].join('\n'), 'unclear');
}

function wrongInput(error: z.ZodError): ToolError {
  const lines = error.issues.slice(0, 5).map(({ path, message }) => {
    const place = path.slice(0, 4).map(String).join('.');
    return `${place === '' ? 'input' : quoteText(place, 100)}: ${quoteText(message, 300)}`;
  });
  return new ToolError(
    `The input is not valid, so nothing was done. Correct it, then call again.\n${lines.join('\n')}`,
    'invalid input',
  );
}

function conflict({ ref, base, theirs }: DocumentConflict): ToolError {
  const changes = base === undefined ? [] : describeChanges(ref, base, theirs, inEnglish);
  return new ToolError(
    [
      `Somebody else changed the filters, and they do not have your change. ${readAgain}`,
      ...(changes.length > 0
        ? [fence(['What changed:', ...changes.map((line) => quoteText(line, 300))])]
        : []),
    ].join('\n'),
    'changed meanwhile',
  );
}

function nextStep(error: ApiError): string {
  switch (error.kind) {
    case 'missingScope':
      return `This key lacks ${error.scope === undefined ? 'a scope' : quoteText(error.scope, 60)}. ${changeKey}`;
    case 'unauthenticated':
      return `The service does not accept the key. ${changeKey}`;
    case 'readOnly':
      return 'The project is read-only here, so nothing was sent. Only the person can change that, by “Cohort Deck: Set Protection…”. Do not try again.';
    case 'unapproved':
      return 'The protection of the project changed meanwhile, so nothing was sent. Call again.';
    case 'unresolvedProject':
      return 'A project is its number. Call list_records without input to see the projects.';
    case 'notFound':
      return 'The service has no such record. Call list_records to see which there are.';
    case 'throttled':
      return `The rate limit is reached. Wait ${Math.ceil((error.retryAfterMs ?? 60_000) / 1000)} s before you call again.`;
    case 'network':
    case 'timeout':
    case 'server':
    case 'incomplete':
    case 'notJson':
    case 'unexpected':
      return 'The service could not be asked. Call again later; if it persists, tell the person.';
    case 'invalid':
    case 'notAllowed':
      return 'The service rejected this. Correct the input, then call again.';
    case 'forbidden':
      return 'The key has no permission for this. Tell the person.';
    case 'cancelled':
      return 'The call was cancelled.';
  }
}

function nextStepOf(error: unknown): string {
  const kind: unknown = error instanceof Error && 'kind' in error ? error.kind : undefined;
  if (kind === 'noKey') return `There is no key for this connection. ${changeKey}`;
  if (kind === 'unknownConnection' || kind === 'unknownProject')
    return `There is no such ${kind === 'unknownProject' ? 'project' : 'connection'} in the tree. Call list_records without input to see those that are.`;
  return 'It failed. Tell the person; the log has more.';
}
