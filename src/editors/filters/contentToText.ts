import type * as vscode from 'vscode';
import { markdownToText } from '#text/markdownToText.ts';

/** What VS Code shows beside a completion or in a hover, as text. */
export function contentToText(content: vscode.MarkdownString | vscode.MarkedString): string {
  if (typeof content === 'string') return markdownToText(content);
  return 'language' in content ? content.value : markdownToText(content.value);
}
