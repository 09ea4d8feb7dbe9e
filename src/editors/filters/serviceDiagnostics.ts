// The service's error for a text, at the JSON node that it names. The problem follows its node through edits elsewhere; it
// goes when the node is edited, or when a save succeeds.
import * as vscode from 'vscode';
import { findTextDocument } from '#host/tabs.ts';
import { displayText } from '#text/displayText.ts';
import { parsePlace } from '#model/documents/documentUri.ts';
import { locateAttr } from '#json/locateAttr.ts';
import { moveSpan, type TextSpan } from '#model/documents/textSpan.ts';

/** UTF-16 units. */
const longestMessage = 1000;

export interface Refusal {
  readonly uri: vscode.Uri;
  /** The text that was sent. */
  readonly text: string;
  readonly message: string;
  /** The node as the service names it, parts joined by `__`; undefined where it names none. */
  readonly attr: string | undefined;
}

/** The span is the whole node's. */
interface Shown extends TextSpan {
  readonly message: string;
}

const sourceName = () => vscode.l10n.t('Service');

/** Whether the service has rejected a text for it. */
export function isOfService({ source }: vscode.Diagnostic): boolean {
  return source === sourceName();
}

export class ServiceDiagnostics implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('cohortDeck.service');
  readonly #shown = new Map<string, Shown>();

  dispose(): void {
    this.#collection.dispose();
  }

  show({ uri, text, message, attr }: Refusal): void {
    const document = findTextDocument(uri);
    if (!document || document.getText() !== text) return; // it was edited meanwhile
    const holds = parsePlace(uri)?.part === 'record' ? 'record' : 'field';
    const place = attr === undefined ? undefined : locateAttr(text, attr, holds);
    this.#put(document, { ...(place ?? { from: 0, to: text.length }), message });
  }

  /** Call it with every change of a document. */
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
    // An object is marked on its first line only, because an underline of all of it would cover what is inside.
    const lineEnd = text.indexOf('\n', from);
    const to = lineEnd < 0 ? shown.to : Math.min(shown.to, lineEnd);
    const range = new vscode.Range(document.positionAt(from), document.positionAt(to));
    const diagnostic = new vscode.Diagnostic(
      range,
      displayText(shown.message, longestMessage),
      vscode.DiagnosticSeverity.Error,
    );
    diagnostic.source = sourceName();
    this.#shown.set(document.uri.toString(), shown);
    this.#collection.set(document.uri, [diagnostic]);
  }
}
