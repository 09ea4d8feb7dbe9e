import type { Log } from '#host/log.ts';
import type { ListRef, RecordRef } from '#model/records/recordRef.ts';
import { type DeckNode, listNode, recordNode } from '#model/records/treeNodes.ts';

export interface RevealDeps {
  /** Selects a node in the tree and scrolls to it. `isAsked`: it takes the focus in any case. */
  readonly reveal: (node: DeckNode, isAsked: boolean) => Promise<void>;
  readonly log: Log;
}

/** Or a list. The record may be on a page that is not loaded. The command still succeeded. */
export async function revealRecord({ reveal, log }: RevealDeps, ref: RecordRef | ListRef): Promise<void> {
  try {
    await reveal('id' in ref ? recordNode(ref) : listNode(ref), false);
  } catch (error) {
    log.debug(`Could not show ${ref.kind} ${'id' in ref ? ref.id : 'list'} in the tree.`, error);
  }
}
