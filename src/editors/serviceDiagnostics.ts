// What the service had against a text, at the node that it named. It stays with the node while other places are edited,
// and goes when the node itself is, or when a save succeeds.
import * as vscode from 'vscode';
import { parsePlace } from '#model/documents/documentUri.ts';
import { locateAttr } from '#json/locateAttr.ts';
import { moveSpan, type TextSpan } from '#model/documents/textSpan.ts';

export interface Refusal {
  readonly uri: vscode.Uri;
  /** What was sent. */
  readonly text: string;
  readonly message: string;
  /** As the service names the place, parts joined by `__`; undefined where it names none. */
  readonly attr: string | undefined;
}

/** The place is the whole node's. */
interface Shown extends TextSpan {
  readonly message: string;
}

export class Refusals implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('cohortDeck.service');
  readonly #shown = new Map<string, Shown>();

  dispose(): void {
    this.#collection.dispose();
  }

  show({ uri, text, message, attr }: Refusal): void {
    const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
    if (!document || document.getText() !== text) return; // it was edited on while the service looked
    const holds = parsePlace(uri)?.part === 'record' ? 'record' : 'field';
    const place = attr === undefined ? undefined : locateAttr(text, attr, holds);
    this.#put(document, { ...(place ?? { from: 0, to: text.length }), message });
  }

  /** To be called with every change of a document. */
  changed({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const shown = this.#shown.get(document.uri.toString());
    if (!shown || contentChanges.length === 0) return;
    const place = moveSpan(shown, contentChanges);
    if (place) this.#put(document, { ...shown, ...place });
    else this.clear(document.uri);
  }

  clear(uri: vscode.Uri): void {
    this.#shown.delete(uri.toString());
    this.#collection.delete(uri);
  }

  #put(document: vscode.TextDocument, shown: Shown): void {
    const text = document.getText();
    const from = shown.from + text.slice(shown.from).search(/\S|$/);
    // A whole object underlined hides its inside: its first line says where it is.
    const lineEnd = text.indexOf('\n', from);
    const to = lineEnd < 0 ? shown.to : Math.min(shown.to, lineEnd);
    const range = new vscode.Range(document.positionAt(from), document.positionAt(to));
    const diagnostic = new vscode.Diagnostic(range, shown.message, vscode.DiagnosticSeverity.Error);
    diagnostic.source = vscode.l10n.t('the service');
    this.#shown.set(document.uri.toString(), shown);
    this.#collection.set(document.uri, [diagnostic]);
  }
}
