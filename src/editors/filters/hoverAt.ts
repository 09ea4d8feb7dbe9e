// The hover of the filters editor, from VS Code: both editors show the same. cohortHover.ts words the one of a cohort's ID.
import type * as vscode from 'vscode';
import type { HostMessage } from '#protocol/filtersMessages.ts';
import { askAtPosition, type Question, toTextPosition } from './askAtPosition.ts';
import { contentToText } from './contentToText.ts';

/** An empty text if nothing is known, or the document has changed. */
export async function hoverAt(
  document: vscode.TextDocument,
  { id, version, position }: Question,
): Promise<HostMessage> {
  const hovers = await askAtPosition<readonly vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document,
    version,
    position,
  );
  const texts = (hovers ?? [])
    .flatMap(({ contents }) => contents.map(contentToText))
    .filter((text) => text !== '');
  const range = hovers?.find((hover) => hover.range)?.range;
  return {
    type: 'hover',
    id,
    from: range ? toTextPosition(range.start) : position,
    to: range ? toTextPosition(range.end) : position,
    text: texts.join('\n\n'),
  };
}
