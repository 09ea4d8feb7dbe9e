// Problems of a document's text, as VS Code's diagnostics.
import * as vscode from 'vscode';
import { parsePlace } from '#model/documents/documentUri.ts';
import { checkDocument } from '#model/documents/documentText.ts';
import { growsTooLong } from '#json/format.ts';
import { describeJsonProblem } from '#json/problemMessage.ts';

const source = 'Cohort Deck';
/** Begins the codes of problems that the text alone shows; a webview finds those by itself. */
const codePrefix = 'json/';

/** The code of VS Code's own JSON support for a duplicate key. */
const duplicateKeyCode = 0x208;

export function findTextProblems(document: vscode.TextDocument): vscode.Diagnostic[] {
  const text = document.getText();
  return growsTooLong(text) ? [...findJsonProblems(document), layoutNote()] : findJsonProblems(document);
}

/** Why a text from the service is not laid out. */
function layoutNote(): vscode.Diagnostic {
  const note = new vscode.Diagnostic(
    new vscode.Range(0, 0, 0, 0),
    vscode.l10n.t('Not formatted: indentation would make this deeply nested text too long.'),
    vscode.DiagnosticSeverity.Information,
  );
  note.source = source;
  note.code = 'layout';
  return note;
}

function findJsonProblems(document: vscode.TextDocument): vscode.Diagnostic[] {
  const part = parsePlace(document.uri)?.part ?? 'filters';
  return checkDocument(part, document.getText()).map((problem) => {
    const start = document.positionAt(problem.offset);
    const end = document.positionAt(problem.offset + problem.length);
    const diagnostic = new vscode.Diagnostic(
      new vscode.Range(start, end),
      describeJsonProblem(problem, vscode.l10n.t),
      problem.severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning,
    );
    diagnostic.source = source;
    diagnostic.code = codePrefix + problem.code;
    return diagnostic;
  });
}

/** Whether a webview finds the problem in the text by itself. */
export function isTextProblem({ source: from, code, severity }: vscode.Diagnostic): boolean {
  const value = typeof code === 'object' ? code.value : code;
  if (from === source) return String(value).startsWith(codePrefix);
  // VS Code's own JSON support reports syntax as errors and schemas as warnings.
  return from === 'json' && (severity === vscode.DiagnosticSeverity.Error || value === duplicateKeyCode);
}
