// Problems of filters documents, in VS Code's Problems panel and in whatever editor shows the document.
import * as vscode from 'vscode';
import { scheme } from '#manifest.ts';
import { type Refusal, ServiceDiagnostics } from './serviceDiagnostics.ts';
import { findTextProblems, isOfJsonSupport } from './jsonDiagnostics.ts';

/** A document is checked when typing pauses this long. */
const checkDelayMs = 200;

/** How the service responded to a save. */
export interface SaveEvents {
  readonly onDidRefuse: vscode.Event<Refusal>;
  readonly onDidSave: vscode.Event<vscode.Uri>;
}

export function registerDiagnostics({ onDidRefuse, onDidSave }: SaveEvents): vscode.Disposable {
  const text = new TextDiagnostics();
  const service = new ServiceDiagnostics();
  for (const document of vscode.workspace.textDocuments) text.checkAfter(document, 0);
  return vscode.Disposable.from(
    text,
    service,
    onDidRefuse((refusal) => service.show(refusal)),
    onDidSave((uri) => service.clear(uri)),
    vscode.workspace.onDidChangeTextDocument((event) => service.changed(event)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => service.clear(uri)),
    vscode.workspace.onDidOpenTextDocument((document) => text.checkAfter(document, 0)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) text.checkAfter(document, checkDelayMs);
    }),
    vscode.workspace.onDidSaveTextDocument((document) => text.checkAfter(document, 0)),
    vscode.workspace.onDidCloseTextDocument((document) => text.forget(document)),
    vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      for (const uri of uris) text.publish(uri);
    }),
  );
}

class TextDiagnostics implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('cohortDeck');
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** All problems found in a document, by its URI, and those of them that are shown. */
  readonly #found = new Map<string, readonly vscode.Diagnostic[]>();
  readonly #shown = new Map<string, readonly vscode.Diagnostic[]>();

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#collection.dispose();
  }

  checkAfter(document: vscode.TextDocument, delayMs: number): void {
    if (document.uri.scheme !== scheme) return;
    const key = document.uri.toString();
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => this.#check(document), delayMs),
    );
  }

  forget({ uri }: vscode.TextDocument): void {
    const key = uri.toString();
    clearTimeout(this.#timers.get(key));
    for (const map of [this.#timers, this.#found, this.#shown]) map.delete(key);
    this.#collection.delete(uri);
  }

  /** Shows the problems found, but not where VS Code's own JSON support reports one at the same position. */
  publish(uri: vscode.Uri): void {
    const found = this.#found.get(uri.toString());
    if (!found) return;
    const others = vscode.languages.getDiagnostics(uri).filter(isOfJsonSupport);
    const shown = found.filter(({ range }) => !others.some((other) => other.range.intersection(range)));
    const before = this.#shown.get(uri.toString());
    if (before?.length === shown.length && shown.every((one, index) => one === before[index])) return;
    this.#shown.set(uri.toString(), shown);
    this.#collection.set(uri, shown);
  }

  #check(document: vscode.TextDocument): void {
    this.#timers.delete(document.uri.toString());
    if (document.isClosed) return;
    this.#found.set(document.uri.toString(), findTextProblems(document));
    this.publish(document.uri);
  }
}
