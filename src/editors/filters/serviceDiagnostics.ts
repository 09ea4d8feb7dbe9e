// The service's error for a text, at the JSON node that it names. The problem follows its node through edits elsewhere; it
// goes when the node is edited, or when a save succeeds.
import * as vscode from 'vscode';
import { findTextDocument } from '#host/pages/tabs.ts';
import { displayLines } from '#text/displayText.ts';
import type { RefusalPlace } from '#model/documents/save/refusalPlaces.ts';
import type { HostMessage } from '#protocol/filtersMessages.ts';
import { moveSpan } from '#model/documents/documentPlaces.ts';
import { isTextProblem } from './jsonDiagnostics.ts';
import { toTextPosition } from './completionsAt.ts';

/** UTF-16 units. */
const maxMessageLength = 1000;

export interface Refusal {
  readonly uri: vscode.Uri;
  /** The text that was sent. */
  readonly text: string;
  readonly places: readonly RefusalPlace[];
}

const sourceName = () => vscode.l10n.t('Service');

/** Whether the service has rejected a text for it. */
export function isOfService({ source }: vscode.Diagnostic): boolean {
  return source === sourceName();
}

export class ServiceDiagnostics implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('cohortDeck.service');
  /** The spans are those of whole nodes. */
  readonly #shown = new Map<string, readonly RefusalPlace[]>();

  dispose(): void {
    this.#collection.dispose();
  }

  show({ uri, text, places }: Refusal): void {
    const document = findTextDocument(uri);
    if (!document || document.getText() !== text) return; // it was edited meanwhile
    this.#put(document, places);
  }

  /** Call it with every change of a document. */
  changed({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const shown = this.#shown.get(document.uri.toString());
    if (!shown || contentChanges.length === 0) return;
    const left = shown.flatMap((one) => {
      const place = moveSpan(one, contentChanges);
      return place ? [{ ...one, ...place }] : [];
    });
    if (left.length > 0) this.#put(document, left);
    else this.clear(document.uri);
  }

  clear(uri: vscode.Uri): void {
    this.#shown.delete(uri.toString());
    this.#collection.delete(uri);
  }

  #put(document: vscode.TextDocument, shown: readonly RefusalPlace[]): void {
    this.#shown.set(document.uri.toString(), shown);
    this.#collection.set(
      document.uri,
      shown.map((one) => toDiagnostic(document, one)),
    );
  }
}

function toDiagnostic(document: vscode.TextDocument, { from, to, message }: RefusalPlace): vscode.Diagnostic {
  const text = document.getText();
  const start = from + text.slice(from).search(/\S|$/);
  // An object is marked on its first line only, because an underline of all of it would cover what is inside.
  const lineEnd = text.indexOf('\n', start);
  const end = lineEnd < 0 ? to : Math.min(to, lineEnd);
  const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
  const words = displayLines(message, maxMessageLength);
  const diagnostic = new vscode.Diagnostic(range, words, vscode.DiagnosticSeverity.Error);
  diagnostic.source = sourceName();
  return diagnostic;
}

/** The diagnostics of a document, without those that the page finds itself. */
export function shownProblemsOf(
  uri: vscode.Uri,
): Extract<HostMessage, { readonly type: 'problems' }>['problems'] {
  return vscode.languages
    .getDiagnostics(uri)
    .filter((diagnostic) => !isTextProblem(diagnostic))
    .map((diagnostic) => ({
      from: toTextPosition(diagnostic.range.start),
      to: toTextPosition(endOfMark(diagnostic.range)),
      severity: severities[diagnostic.severity],
      message: diagnostic.message,
      source: diagnostic.source ?? '',
      isOfService: isOfService(diagnostic),
    }));
}

// JSON support marks all lines of an object that lacks a key.
const endOfMark = (one: vscode.Range) => (one.isSingleLine ? one.end : one.start.translate(0, 1));

const severities = {
  [vscode.DiagnosticSeverity.Error]: 'error',
  [vscode.DiagnosticSeverity.Warning]: 'warning',
  [vscode.DiagnosticSeverity.Information]: 'info',
  [vscode.DiagnosticSeverity.Hint]: 'info',
} as const;
