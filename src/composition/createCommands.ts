// The table of commands with all that they need, loaded with the first command.
import type * as vscode from 'vscode';
import { createCommandTable } from '#commands/index.ts';
import type { MarkdownPages } from '#host/pages/markdownPages.ts';
import type { StoppedPages } from '#host/pages/stoppedPages.ts';
import { readSetting } from '#host/settings/settings.ts';
import type { RecordFileSystem } from '#fileSystem/recordFileSystem.ts';
import type { McpServerEntry } from '#model/documents/agentCall.ts';
import type { UndoHistory } from '#model/records/changes/undoHistory.ts';
import type { OwnUsers } from '#model/records/search/ownUsers.ts';
import type { DeckNode } from '#model/records/treeNodes.ts';
import type { DeckTree } from '#views/deckTree.ts';
import { revealNode } from '#views/revealNode.ts';
import type { Base } from './createBase.ts';
import type { Model } from './createModel.ts';

/** What extension.ts has created for the views and documents, and commands need too. */
interface CommandParts {
  readonly tree: DeckTree;
  readonly view: vscode.TreeView<DeckNode>;
  readonly loadDocuments: () => Promise<RecordFileSystem>;
  readonly diagnosisPages: MarkdownPages;
  readonly pages: StoppedPages;
  readonly ownUsers: OwnUsers;
  readonly history: UndoHistory;
  readonly mcpServer: () => Promise<McpServerEntry>;
  readonly closing: AbortSignal;
}

export function createCommands(
  { context, memory, log, exportsFolder }: Base,
  model: Model,
  parts: CommandParts,
) {
  const { tree, view, loadDocuments, diagnosisPages, pages, ownUsers, closing, history, mcpServer } = parts;
  return createCommandTable({
    ...model,
    log,
    diagnosisPages,
    pages,
    directory: exportsFolder,
    selection: () => view.selection,
    confirmDelete: () => readSetting('cohortDeck.confirmDelete'),
    reveal: (node, isAsked) => revealNode({ view, tree, shown: model.shown, log }, node, isAsked),
    isTreeVisible: () => view.visible,
    retryTiles: (ref) => tree.retryTiles(ref),
    openSnapshot: async (uri) => (await loadDocuments()).openSnapshot(uri),
    openComparable: async (uri, other) => (await loadDocuments()).openComparable(uri, other),
    addSnapshot: async (...given) => (await loadDocuments()).addSnapshot(...given),
    replaceText: async (uri, text) => (await import('#fileSystem/replaceText.ts')).replaceText(uri, text),
    ownUsers,
    history,
    mcpServer,
    closing,
    lastFormat: memory('exportFormat'),
    lastSpeed: memory('exportSpeed'),
    reopenComparison: async (state) => {
      const { reopenComparison } = await import('#editors/records/endedComparison.ts');
      await reopenComparison({ ...model, extensionUri: context.extensionUri, log }, state);
    },
    showComparison: async (comparison) => {
      const { showComparison } = await import('#editors/records/comparisonPanel.ts');
      await showComparison({ ...model, extensionUri: context.extensionUri, log }, comparison);
    },
  });
}
