// Errors of filters documents in the Problems panel and as squiggles, in whatever editor shows the document.
import * as vscode from 'vscode';
import { scheme } from '#manifest.ts';
import { type Refusal, Refusals } from './serviceDiagnostics.ts';
import { findTextProblems } from './jsonDiagnostics.ts';

/** How long a document has to be left alone before it is checked again. */
const checkDelayMs = 200;

/** Where it is heard what the service says of a save. */
export interface SaveEvents {
  readonly onDidRefuse: vscode.Event<Refusal>;
  readonly onDidSave: vscode.Event<vscode.Uri>;
}

export function registerProblems({ onDidRefuse, onDidSave }: SaveEvents): vscode.Disposable {
  const problems = new Problems();
  const refusals = new Refusals();
  for (const document of vscode.workspace.textDocuments) problems.checkAfter(document, 0);
  return vscode.Disposable.from(
    problems,
    refusals,
    onDidRefuse((refusal) => refusals.show(refusal)),
    onDidSave((uri) => refusals.clear(uri)),
    vscode.workspace.onDidChangeTextDocument((event) => refusals.changed(event)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => refusals.clear(uri)),
    vscode.workspace.onDidOpenTextDocument((document) => problems.checkAfter(document, 0)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) problems.checkAfter(document, checkDelayMs);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => problems.forget(document)),
    vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      for (const uri of uris) problems.publish(uri);
    }),
  );
}

class Problems implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('cohortDeck');
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** All that was found in a document, by its URI, and what of it is shown. */
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

  /** Shows what was found, but not where the editor's own JSON support says the same in its words. */
  publish(uri: vscode.Uri): void {
    const found = this.#found.get(uri.toString());
    if (!found) return;
    const others = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'json');
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
