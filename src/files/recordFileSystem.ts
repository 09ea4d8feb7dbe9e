// What happens when a record's document is read, written, or found to have changed on the service.
import * as vscode from 'vscode';
import { describeFailure, errorKind } from '../host/failure.ts';
import { remoteScheme } from './registerFiles.ts';
import { parseFiltersPlace } from '../model/documents.ts';
import { FiltersConflict, type FiltersState, type FiltersStore } from '../model/filtersStore.ts';
import { JsonTextError } from '../model/jsonMember.ts';
import { lineColumnOf } from '../model/jsonText.ts';
import { describeJsonProblem } from '../model/jsonWords.ts';
import { nameOf } from '../model/records.ts';
import type { RecordRef } from '../model/refs.ts';

const { t } = vscode.l10n;

/** Reads and writes the documents; `registerRecordFiles` hands it the editor's calls. */
export class RecordFileSystem {
  readonly #filters: FiltersStore;

  constructor(filters: FiltersStore) {
    this.#filters = filters;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { mtime, ctime, size, isViewOnly } = await ask(uri, (ref) => this.#filters.stat(ref));
    const type = vscode.FileType.File;
    return isViewOnly
      ? { type, mtime, ctime, size, permissions: vscode.FilePermission.Readonly }
      : { type, mtime, ctime, size };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { text } = await ask(uri, (ref) => this.#filters.read(ref));
    return Buffer.from(text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const ref = requireRef(uri);
    const text = new TextDecoder().decode(content);
    try {
      await this.#filters.write(ref, text);
    } catch (error) {
      if (error instanceof FiltersConflict) void askAboutConflict(uri, ref, this.#filters);
      throw toFileSystemError(uri, error, text, ref.connectionId);
    }
  }

  /** What the service has now, beside a text that is being edited. */
  async readRemote(uri: vscode.Uri): Promise<string> {
    return (await ask(uri, (ref) => this.#filters.stat(ref))).text;
  }
}

async function ask(
  uri: vscode.Uri,
  question: (ref: RecordRef) => Promise<FiltersState>,
): Promise<FiltersState> {
  const ref = requireRef(uri);
  try {
    return await question(ref);
  } catch (error) {
    throw toFileSystemError(uri, error, '', ref.connectionId);
  }
}

/** Asks what is to happen to a text that was made from an older one. Closing the message keeps editing. */
async function askAboutConflict(uri: vscode.Uri, ref: RecordRef, filters: FiltersStore): Promise<void> {
  const record = filters.known(ref)?.record;
  const name = (record && nameOf(record)) ?? t('#{0}', ref.id);
  const compare = t('Compare');
  const overwrite = t('Overwrite');
  const message = t(
    'The filters of “{0}” were changed on the service since you opened them. Nothing was overwritten, and your text is still here.',
    name,
  );
  const choice = await vscode.window.showWarningMessage(message, compare, overwrite);
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  if (choice === overwrite && document) {
    filters.approveOverwrite(ref);
    await document.save();
  } else if (choice === compare) {
    const theirs = uri.with({ scheme: remoteScheme });
    await vscode.commands.executeCommand('vscode.diff', theirs, uri, t('{0}: service ↔ yours', name));
  }
}

function requireRef(uri: vscode.Uri): RecordRef {
  const ref = parseFiltersPlace(uri);
  if (!ref) throw vscode.FileSystemError.FileNotFound(uri);
  return ref;
}

/** The editor shows the message behind “Failed to save …”, and keeps the text. */
function toFileSystemError(uri: vscode.Uri, error: unknown, text: string, connectionId: string): Error {
  if (error instanceof JsonTextError) {
    const { line, column } = lineColumnOf(text, error.problem.offset);
    const what = describeJsonProblem(error.problem, t);
    return vscode.FileSystemError.Unavailable(
      t('{0} (line {1}, column {2}) Nothing was sent.', what, line, column),
    );
  }
  if (error instanceof FiltersConflict) {
    return vscode.FileSystemError.Unavailable(
      t('They were changed on the service meanwhile. Nothing was overwritten.'),
    );
  }
  if (errorKind(error) === 'notFound') {
    const gone = vscode.FileSystemError.FileNotFound(uri);
    gone.message = describeFailure(error).message;
    return gone;
  }
  return vscode.FileSystemError.Unavailable(describeFailure(error, connectionId).message);
}
