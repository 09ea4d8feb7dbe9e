// The text of a document in one editor: what it was made from, which newer versions were reported to the editor, and its
// saves.
import { type ApiError, isApiError } from '#api/apiError.ts';
import type { Writer } from '#api/writeApproval.ts';
import { isSameSpelling } from '#json/sameValue.ts';
import { isConnectionLoss } from '#model/connections/connectionError.ts';
import type { WriteApproval } from '#model/connections/writeGuard.ts';
import type { BaseRow, MergeBases } from '#model/documents/merge/mergeBases.ts';
import type {
  DocumentSave,
  DocumentState,
  DocumentVersion,
  EditorText,
} from '#model/documents/save/documentState.ts';
import { layOut } from './documentText.ts';
import type { DocumentStoreOptions } from './documentStoreOptions.ts';
import {
  type Decision,
  type SavedText,
  type SaveEnd,
  type SaveQuestion,
  isQuestion,
  isRequest,
  type SaveRequest,
  type ServiceResponse,
  afterResponse,
  afterDecision,
  beginSave,
} from '#model/documents/save/saveTransitions.ts';
import type { DocumentRef } from './documentUri.ts';
import type { RemoteDocument } from './remoteDocument.ts';

export interface SaveOptions {
  /** The text comes from an editor, so it has a base. */
  readonly isFromEditor: boolean;
  /** The editor already asked the person about the version that it was told of. */
  readonly mayOverwriteReported?: boolean;
  /** Undefined if a person has yet to approve: `decide` is then asked, once there is something to send. */
  readonly approval: () => WriteApproval | undefined;
  readonly decide: (question: SaveQuestion) => Promise<Decision>;
}

interface DocumentListeners {
  readonly onChange: DocumentStoreOptions['onChange'];
  /** Called once the service has a text that was sent. */
  readonly onSaved: (save: DocumentSave) => void;
}

/** A version that the editor showed in place of a text, and what that text was made from. */
interface Replacement {
  readonly version: DocumentVersion;
  readonly base: BaseRow | undefined;
  /** Resolves once the version is the base. */
  readonly done: Promise<void>;
}

export class OpenDocument implements EditorText {
  readonly ref: DocumentRef;
  readonly at: string;
  /** Under which its base is stored. */
  readonly #name: string;
  readonly #remote: RemoteDocument;
  readonly #bases: MergeBases;
  readonly #listeners: DocumentListeners;
  readonly #reported = new ReportedVersions();
  /** Read from the service but not yet shown: it becomes the base once the editor shows it. */
  #unshown: DocumentVersion | undefined;
  /** The last version that became the base because the editor showed it. */
  #replacement: Replacement | undefined;
  /** Whether the text is the last one known, because the service could not be asked. */
  #isLastKnown = false;
  /** It can no longer be saved, but a text with unsaved changes stays editable. */
  #isReadonlyHeldBack = false;

  constructor(
    { ref, at }: EditorText,
    remote: RemoteDocument,
    bases: MergeBases,
    listeners: DocumentListeners,
  ) {
    this.ref = ref;
    this.at = at;
    this.#name = remote.record.named(at);
    this.#remote = remote;
    this.#bases = bases;
    this.#listeners = listeners;
  }

  /** What is known without asking. */
  get known(): DocumentState | undefined {
    return this.#remote.known;
  }

  get isAtItsAddress(): boolean {
    return this.#remote.isAtItsAddress;
  }

  /** The version that the text was made from. */
  get base(): Pick<DocumentVersion, 'mtime' | 'size'> | undefined {
    return this.#bases.get(this.#name);
  }

  /**
   * What the service has, at most a second ago. `isEdited`: whether the text has unsaved changes once it has responded;
   * `isShown`: whether an editor has a text then. Without one, the last version known stands in for a service that cannot be
   * reached, or that refuses the key. Throws ApiError.
   */
  async stat(isEdited: () => boolean, isShown = () => true): Promise<DocumentState> {
    const state = await this.#freshOrLastKnown(isShown);
    if (!isEdited()) return state;
    this.#reported.add(state);
    if (state.readonly !== undefined) this.#isReadonlyHeldBack = true;
    return { ...state, readonly: undefined };
  }

  /**
   * `shown`: the text that the editor shows then, if it shows one. Whether it takes the new one is the editor's to
   * decide: `showed` says so. Throws ApiError.
   */
  read(shown: () => string | undefined): Promise<DocumentState> {
    return this.#remote.record.turns.run(async () => {
      const version = await this.#freshOrLastKnown(() => shown() !== undefined);
      const text = shown();
      if (text === undefined || isSameSpelling(version.raw, text)) await this.#setBase(version);
      else this.#unshown = version;
      return version;
    });
  }

  /** The editor shows a text without unsaved changes. */
  async showed(text: string): Promise<void> {
    this.#reported.clear();
    if (this.#isReadonlyHeldBack) {
      this.#isReadonlyHeldBack = false;
      this.#listeners.onChange(this.ref);
    }
    const version = this.#unshown;
    if (!version || !isSameSpelling(version.raw, text)) return;
    const base = this.#bases.get(this.#name);
    const done = this.#setBase(version);
    this.#replacement = { version, base, done };
    await done;
  }

  /**
   * Before the text that was replaced by the version shown last comes back: its base does, too.
   * @returns whether the base is known; else a save of that text could overwrite a change that nobody has seen
   */
  async restoreBase(): Promise<boolean> {
    const replacement = this.#replacement;
    if (!replacement?.base) return false;
    await replacement.done;
    await this.#bases.restore(this.#name, replacement.base);
    this.#replacement = undefined;
    this.#unshown = replacement.version; // undo shows it again
    return true;
  }

  /**
   * Sends the text as it is, where the service has what the text was made from. The end is `saved` only if the service
   * is known to have the text; before any other end nothing of another person's was overwritten.
   */
  save(text: string, options: SaveOptions): Promise<SaveEnd> {
    const { isFromEditor, mayOverwriteReported = false, approval, decide } = options;
    const remote = this.#remote;
    let allowed = mayOverwriteReported ? this.#reported.overwritten(this.base) : undefined;
    let unsent: BaseRow | undefined;
    return runSave(this.ref, text, {
      exclusively: (task) => remote.record.exclusively(task).finally(() => remote.forgetRequests()),
      readOrigin: async () => {
        // Not before a question about the text itself, which the person may answer by editing on.
        if (allowed !== undefined) await this.allowOverwrite(allowed);
        allowed = undefined; // an answer to a later question stays
        return this.#readOrigin(isFromEditor);
      },
      known: () => remote.known?.raw,
      retrieve: () => remote.retrieveLiving(),
      approval,
      send: (body, approved) => remote.update(body, text, approved),
      onSending: ({ raw }) => {
        unsent = this.#bases.get(this.#name);
        return this.#bases.markSent(this.#name, text, raw);
      },
      onNotTaken: async () => {
        if (unsent) await this.#bases.restore(this.#name, unsent);
      },
      onSaved: async ({ version, replaced }) => {
        if (replaced !== undefined) this.#noteSaved(layOut(replaced), version.text, approval()?.by);
        await this.#setBase(version);
      },
      decide,
    });
  }

  /** A person allowed that `theirs`, which the service had when they were asked, is overwritten; nothing later. */
  async allowOverwrite(theirs: string): Promise<void> {
    await this.#bases.allowOverwrite(this.#name, theirs);
  }

  /** The editor's text now includes what the person wanted from `theirs`, the service's version. */
  async merge(theirs: string): Promise<void> {
    await this.#bases.merge(this.#name, theirs);
  }

  /** A text in an editor stays as it is while the service cannot be asked. */
  async #freshOrLastKnown(isShown: () => boolean): Promise<DocumentState> {
    try {
      const state = this.#remote.stateOf(await this.#remote.fresh());
      this.#isLastKnown = false;
      return state;
    } catch (error) {
      if (!isUnanswered(error) || (isShown() && !this.#isLastKnown)) throw error;
      const state = await this.#remote.lastKnown(error);
      if (!state) throw error;
      this.#isLastKnown = true;
      return state;
    }
  }

  #noteSaved(before: string, after: string, by: Writer): void {
    const action = this.#bases.get(this.#name)?.merged === undefined ? 'save' : 'merge';
    this.#listeners.onSaved({ action, ref: this.ref, by, before, after });
  }

  async #readOrigin(isFromEditor: boolean): Promise<SavedText['origin']> {
    const origin = await this.#bases.origin(this.#name);
    return origin ?? (isFromEditor ? 'unknown' : 'none');
  }

  async #setBase(version: DocumentVersion): Promise<void> {
    this.#unshown = undefined;
    this.#replacement = undefined;
    const { raw, hash, mtime, size } = version;
    await this.#bases.set(this.#name, { of: this.#remote.name, hash, mtime, size }, raw);
  }
}

/** Nothing is known of the record: the service cannot be reached, or rejects the key. */
function isUnanswered(error: unknown): error is ApiError {
  return isConnectionLoss(error) || isApiError(error, 'unauthenticated');
}

type ReportedVersion = Pick<DocumentVersion, 'raw' | 'mtime' | 'size'>;

export class ReportedVersions {
  /** The last two: what the person was asked about, and what the write itself asked for. */
  #last: readonly ReportedVersion[] = [];

  add(version: ReportedVersion): void {
    this.#last = [...this.#last, version].slice(-2);
  }

  /**
   * The service's text that the write which begins now may overwrite: the one that the person was asked about, not a
   * later one. Undefined if nobody was asked. `base`: the version that the text was made from.
   */
  overwritten(base: Pick<DocumentVersion, 'mtime' | 'size'> | undefined): string | undefined {
    const [shown, last] = this.#last;
    if (!base || !shown || !last) return undefined;
    return last.mtime > base.mtime && last.size !== base.size ? shown.raw : undefined;
  }

  clear(): void {
    this.#last = [];
  }
}

/** What `runSave` needs of its document, the service and a person. */
interface SavePorts {
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
  /** The text is sent next, in place of `before`. Nobody may be left to receive the response. */
  onSending(before: DocumentVersion): Promise<void>;
  /** The service is known not to have the text that was sent. */
  onNotTaken(): Promise<void>;
  onSaved(end: Extract<SaveEnd, { kind: 'saved' }>): Promise<void>;
  /** Asks a person and carries out their choice. */
  decide(question: SaveQuestion): Promise<Decision>;
}

/** Rejects only if a port other than `retrieve` and `send` does. */
async function runSave(ref: DocumentRef, text: string, ports: SavePorts): Promise<SaveEnd> {
  let state = beginSave(ref, text, ports.known());
  for (;;) {
    if (isRequest(state)) state = await askAndSend(state, { ref, text }, ports);
    else if (isQuestion(state)) state = afterDecision(state, await ports.decide(state));
    else return state;
  }
}

/**
 * Asks and sends until a person must decide or the save has ended. Other saves wait, because the service has no way to
 * accept a text only if it still has a certain other one.
 */
function askAndSend(
  first: SaveRequest,
  { ref, text }: Pick<SavedText, 'ref' | 'text'>,
  ports: SavePorts,
): Promise<SaveQuestion | SaveEnd> {
  return ports.exclusively(async () => {
    const saved = { ref, text, origin: await ports.readOrigin(), approval: ports.approval() };
    let request = first;
    for (;;) {
      const state = afterResponse(request, await responseTo(request, ports), saved);
      if (state.kind === 'saved') await ports.onSaved(state);
      if (state.kind === 'failed' && request.kind === 'sending') await ports.onNotTaken();
      if (!isRequest(state)) return state;
      if (state.kind === 'sending') await ports.onSending(state.attempt.before);
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
