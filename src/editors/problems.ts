// Errors of filters documents in the Problems panel and as squiggles, in whatever editor shows the document.
import * as vscode from 'vscode';
import { scheme } from '../manifest.ts';
import { checkJsonObject } from '../model/jsonText.ts';
import { describeJsonProblem } from '../model/jsonWords.ts';

const source = 'Cohort Deck';
/** Begins the codes of problems that are found in the text alone; a webview finds those by itself. */
const textCodePrefix = 'json/';
/** How long a large document has to be left alone before it is checked again. */
const checkDelayMs = 200;

export function registerProblems(): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('cohortDeck');
  const timers = new Map<string, NodeJS.Timeout>();
  const check = (document: vscode.TextDocument) => {
    timers.delete(document.uri.toString());
    if (!document.isClosed) collection.set(document.uri, findProblems(document));
  };
  const forget = ({ uri }: vscode.TextDocument) => {
    clearTimeout(timers.get(uri.toString()));
    timers.delete(uri.toString());
    collection.delete(uri);
  };
  const schedule = (document: vscode.TextDocument) => {
    clearTimeout(timers.get(document.uri.toString()));
    timers.set(document.uri.toString(), setTimeout(check, checkDelayMs, document));
  };
  for (const document of vscode.workspace.textDocuments) if (isOurs(document)) check(document);
  return vscode.Disposable.from(
    collection,
    vscode.workspace.onDidOpenTextDocument((document) => isOurs(document) && check(document)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (isOurs(document) && contentChanges.length > 0) schedule(document);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => isOurs(document) && forget(document)),
    { dispose: () => timers.forEach((timer) => clearTimeout(timer)) },
  );
}

/** Whether a webview would find the problem in the text by itself. */
export function isTextProblem({ source: from, code }: vscode.Diagnostic): boolean {
  const value = typeof code === 'object' ? code.value : code;
  if (from === source) return String(value).startsWith(textCodePrefix);
  // The editor's own JSON support numbers its syntax errors from 0x101 to 0x2ff.
  return from === 'json' && Number(value) > 0x100 && Number(value) < 0x300;
}

function isOurs({ uri }: vscode.TextDocument): boolean {
  return uri.scheme === scheme;
}

function findProblems(document: vscode.TextDocument): vscode.Diagnostic[] {
  return checkJsonObject(document.getText()).map((problem) => {
    const start = document.positionAt(problem.offset);
    const end = document.positionAt(problem.offset + problem.length);
    const diagnostic = new vscode.Diagnostic(
      new vscode.Range(start, end),
      describeJsonProblem(problem, vscode.l10n.t),
      problem.severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning,
    );
    diagnostic.source = source;
    diagnostic.code = textCodePrefix + problem.code;
    return diagnostic;
  });
}
