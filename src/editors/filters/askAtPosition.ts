// Asks VS Code what it has for a position in a text.
import * as vscode from 'vscode';
import type { TextPosition } from '#protocol/filtersMessages.ts';

/** A question about a position in the document at a version. */
export interface Question {
  readonly id: number;
  readonly version: number;
  readonly position: TextPosition;
}

/** Undefined without an answer, or if the text has changed. */
export async function askAtPosition<T>(
  command: string,
  document: vscode.TextDocument,
  version: number,
  { line, character }: TextPosition,
): Promise<T | undefined> {
  if (document.version !== version) return undefined;
  const position = document.validatePosition(new vscode.Position(line, character));
  const answer = await vscode.commands.executeCommand<T | undefined>(command, document.uri, position);
  return document.version === version ? answer : undefined;
}

export function toTextPosition({ line, character }: vscode.Position): TextPosition {
  return { line, character };
}
