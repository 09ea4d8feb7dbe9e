// The states of a document's save (README.md has the diagram). saveTransitions.ts leads from one to the next.
import type { WriteApproval } from '#model/connections/writeGuard.ts';
import type { DocumentVersion } from './documentState.ts';
import type { DocumentRef } from '#model/documents/documentUri.ts';
import type { BaseOrigin } from '#model/documents/merge/mergeBases.ts';
import type { DocumentConflict, DocumentDeleted, SaveIncomplete, SaveNotApproved } from './saveErrors.ts';

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
  /** `kept`: what the service made of the text, laid out; undefined if it kept it as it was typed. */
  | {
      readonly kind: 'saved';
      readonly version: DocumentVersion;
      readonly kept: string | undefined;
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
export interface Attempt {
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
