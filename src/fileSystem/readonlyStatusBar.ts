// Why a document cannot be edited, in the status bar: VS Code's own text editor says only that it cannot. The filters
// editor has a banner for it.
import * as vscode from 'vscode';
import { withoutLinksAndIcons } from '#host/messages/withoutLinksAndIcons.ts';
import { changeProtection } from '#host/messages/errorActions.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import { RecentMap } from '#model/storage/recentMap.ts';

/** Documents that are read without an editor are never closed. */
const maxKnown = 1000;

export interface ReadonlyReason {
  /** The reason as a sentence. */
  readonly reason: string;
  /** Whose protection is the reason; undefined if it is another one. */
  readonly protectedProject: ProjectRef | undefined;
}

export class ReadonlyStatusBar implements vscode.Disposable {
  readonly #reasons = new RecentMap<string, ReadonlyReason | undefined>(maxKnown);
  readonly #item = vscode.window.createStatusBarItem('cohortDeck.readonly', vscode.StatusBarAlignment.Left);
  readonly #subscription = vscode.window.onDidChangeActiveTextEditor(() => this.#show());

  constructor() {
    this.#item.name = vscode.l10n.t('Why a Document Is Read-Only');
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#item.dispose();
  }

  /** `reason`: undefined if it can be edited. */
  set(uri: vscode.Uri, reason: ReadonlyReason | undefined): void {
    this.#reasons.set(uri.toString(), reason);
    this.#show();
  }

  #show(): void {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const known = uri && this.#reasons.get(uri.toString());
    if (!known) return this.#item.hide();
    const { reason, protectedProject } = known;
    this.#item.text = `$(lock) ${withoutLinksAndIcons(reason)}`;
    const action = protectedProject && changeProtection(protectedProject);
    this.#item.tooltip = action?.title;
    this.#item.command = action && { ...action, arguments: [...(action.args ?? [])] };
    this.#item.show();
  }
}
