// How a document is to be edited: VS Code's settings, and what the document itself says.
import type * as vscode from 'vscode';
import { readSetting } from '#host/settings/settings.ts';
import type { EditorOptions } from '#protocol/filtersMessages.ts';

const maxLinesForIndent = 100;

/** What is known of the record itself. */
export interface RecordOptions {
  /** Undefined if the document can be changed. */
  readonly readonlyReason: string | undefined;
  /** Undefined if the changes can be saved. */
  readonly unsavableReason: string | undefined;
  /** Undefined if nothing newer is known of the record. */
  readonly outdatedReason: string | undefined;
  readonly isProtected: boolean;
  readonly kind: EditorOptions['record'];
  readonly cohortSource: EditorOptions['cohortSource'];
}

export function readEditorOptions(
  document: vscode.TextDocument,
  { readonlyReason, unsavableReason, outdatedReason, isProtected, kind, cohortSource }: RecordOptions,
): EditorOptions {
  const tabSize = readSetting('editor.tabSize', document);
  const configuredIndent = readSetting('editor.insertSpaces', document) ? ' '.repeat(tabSize) : '\t';
  const isDetected = readSetting('editor.detectIndentation', document);
  const lineHeight = cssLineHeight(readSetting('editor.lineHeight', document));
  return {
    tabSize,
    indent: isDetected ? detectIndent(document) : configuredIndent,
    isProtected,
    wrapLines: readSetting('editor.wordWrap', document) !== 'off',
    ...(lineHeight === undefined ? {} : { lineHeight }),
    ...(readonlyReason === undefined ? {} : { readonlyReason }),
    ...(unsavableReason === undefined ? {} : { unsavableReason }),
    ...(outdatedReason === undefined ? {} : { outdatedReason }),
    ...(kind === undefined ? {} : { record: kind }),
    ...(cohortSource === undefined ? {} : { cohortSource }),
  };
}

/** One level of indentation as in the document; two spaces, as in new documents, if it has none. */
function detectIndent(document: vscode.TextDocument): string {
  const end = Math.min(document.lineCount, maxLinesForIndent);
  for (let line = 0; line < end; line++) {
    const { text } = document.lineAt(line);
    const space = /^[ \t]+(?=\S)/.exec(text)?.[0];
    if (space !== undefined) return space.startsWith('\t') ? '\t' : space.slice(0, 8);
  }
  return '  ';
}

/** The setting is a factor below 8 and pixels from 8 on; 0 means the editor's default. */
function cssLineHeight(setting: number): string | undefined {
  if (setting <= 0) return undefined;
  return setting < 8 ? String(setting) : `${setting}px`;
}
