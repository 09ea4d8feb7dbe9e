// Problems of a document's text, as VS Code's diagnostics.
import * as vscode from 'vscode';
import { languageId } from '#manifest.ts';
import { parsePlace } from '#model/documents/documentUri.ts';
import { conditionMarks } from '#model/documents/documentPlaces.ts';
import { checkDocument } from '#model/documents/documentText.ts';
import { isTooLongToFormat } from '#json/formatJson.ts';
import { describeJsonProblem } from '#json/describeJsonProblem.ts';

const source = 'Cohort Deck';
/** Begins the codes of problems that the text alone shows; a webview finds those by itself. */
const codePrefix = 'json/';

/** The code of VS Code's own JSON support for a duplicate key. */
const duplicateKeyCode = 0x208;

export function findTextProblems(document: vscode.TextDocument): vscode.Diagnostic[] {
  const found = [...findJsonProblems(document), ...findConditionProblems(document)];
  return isTooLongToFormat(document.getText()) ? [...found, layoutNote()] : found;
}

const severities = {
  incomplete: vscode.DiagnosticSeverity.Warning,
  misspelled: vscode.DiagnosticSeverity.Information,
  unknownOperator: vscode.DiagnosticSeverity.Warning,
  unknownDate: vscode.DiagnosticSeverity.Information,
};

/** A condition that was just added is not marked before something is typed into it, or it is saved. */
function findConditionProblems(document: vscode.TextDocument): vscode.Diagnostic[] {
  const place = parsePlace(document.uri);
  if (place?.part !== 'filters') return [];
  const found = conditionMarks(document.getText(), place.kind, vscode.l10n.t);
  const marked = document.isDirty ? found.filter(({ isUntouched }) => !isUntouched) : found;
  return marked.map(({ kind, message, from, to }) => {
    const range = new vscode.Range(document.positionAt(from), document.positionAt(to));
    return toDiagnostic(range, message, severities[kind], kind);
  });
}

/** Why a text from the service is not laid out. */
function layoutNote(): vscode.Diagnostic {
  const message = vscode.l10n.t('Not formatted: indentation would make this deeply nested text too long.');
  return toDiagnostic(new vscode.Range(0, 0, 0, 0), message, vscode.DiagnosticSeverity.Information, 'layout');
}

function findJsonProblems(document: vscode.TextDocument): vscode.Diagnostic[] {
  const part = parsePlace(document.uri)?.part ?? 'filters';
  return checkDocument(part, document.getText()).map((problem) => {
    const start = document.positionAt(problem.offset);
    const end = document.positionAt(problem.offset + problem.length);
    const severity =
      problem.severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
    const message = describeJsonProblem(problem, vscode.l10n.t);
    return toDiagnostic(new vscode.Range(start, end), message, severity, codePrefix + problem.code);
  });
}

function toDiagnostic(
  range: vscode.Range,
  message: string,
  severity: vscode.DiagnosticSeverity,
  code: string,
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, message, severity);
  diagnostic.source = source;
  diagnostic.code = code;
  return diagnostic;
}

/** Whether VS Code's own JSON support reports the problem: it names the language of the document as its source. */
export function isOfJsonSupport({ source: from }: vscode.Diagnostic): boolean {
  return from !== undefined && [languageId, 'json', 'jsonc'].includes(from);
}

/** Whether a webview finds the problem in the text by itself. */
export function isTextProblem(diagnostic: vscode.Diagnostic): boolean {
  const { source: from, code, severity } = diagnostic;
  const value = typeof code === 'object' ? code.value : code;
  if (from === source) return String(value).startsWith(codePrefix);
  // Syntax is reported as errors, schemas as warnings.
  return (
    isOfJsonSupport(diagnostic) &&
    (severity === vscode.DiagnosticSeverity.Error || value === duplicateKeyCode)
  );
}
