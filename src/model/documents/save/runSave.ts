// Runs one save through its states until it ends: sends requests, and asks a person if a decision is needed.
import type { WriteApproval } from '#model/connections/writeGuard.ts';
import type { DocumentVersion } from './documentState.ts';
import type { DocumentRef } from '#model/documents/documentUri.ts';
import {
  type Decision,
  isQuestion,
  isRequest,
  type SavedText,
  type SaveEnd,
  type SaveQuestion,
  type SaveRequest,
  type ServiceResponse,
} from './saveStates.ts';
import { afterResponse, afterDecision, beginSave } from './saveTransitions.ts';

/** The ports of a save session. */
export interface SavePorts {
  /** Runs a task while nobody else reads or saves the record. */
  exclusively<T>(task: () => Promise<T>): Promise<T>;
  readOrigin(): Promise<SavedText['origin']>;
  /** What the service had last, without asking. */
  known(): string | undefined;
  /** Throws DocumentDeleted and ApiError. */
  retrieve(): Promise<DocumentVersion>;
  /** Undefined if a person has yet to approve. */
  approval(): WriteApproval | undefined;
  /** Throws ApiError. */
  send(body: string, approval: WriteApproval): Promise<DocumentVersion>;
  /** The text was sent in place of `before`, and the response was lost. */
  onResponseLost(before: DocumentVersion): Promise<void>;
  onSaved(version: DocumentVersion): Promise<void>;
  /** Asks a person and carries out their choice. */
  decide(question: SaveQuestion): Promise<Decision>;
}

/** Rejects only if a port other than `retrieve` and `send` does. */
export async function runSave(ref: DocumentRef, text: string, ports: SavePorts): Promise<SaveEnd> {
  let state = beginSave(ref, text, ports.known());
  for (;;) {
    if (isRequest(state)) state = await exchange(state, { ref, text }, ports);
    else if (isQuestion(state)) state = afterDecision(state, await ports.decide(state));
    else return state;
  }
}

/**
 * Asks and sends until a person must decide or the save has ended. Other saves wait, because the service has no way to
 * accept a text only if it still has a certain other one.
 */
function exchange(
  first: SaveRequest,
  { ref, text }: Pick<SavedText, 'ref' | 'text'>,
  ports: SavePorts,
): Promise<SaveQuestion | SaveEnd> {
  return ports.exclusively(async () => {
    const saved = { ref, text, origin: await ports.readOrigin(), approval: ports.approval() };
    let request = first;
    for (;;) {
      const state = afterResponse(request, await responseTo(request, ports), saved);
      if (state.kind === 'saved') await ports.onSaved(state.version);
      if (!isRequest(state)) return state;
      if (state.kind === 'confirming') await ports.onResponseLost(state.attempt.before);
      request = state;
    }
  });
}

async function responseTo(request: SaveRequest, ports: SavePorts): Promise<ServiceResponse> {
  try {
    const version = await (request.kind === 'sending'
      ? ports.send(request.attempt.body, request.approval)
      : ports.retrieve());
    return { kind: 'version', version };
  } catch (error) {
    return { kind: 'error', error };
  }
}
