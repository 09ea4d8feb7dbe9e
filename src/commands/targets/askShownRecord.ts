import type { RecordKind, RecordRef } from '#model/records/recordRef.ts';
import type { CommandTargets } from './commandTargets.ts';
import { shownRecord } from '#commands/documents/documentTabs.ts';

/** The record that is shown, else the one that is selected in the tree or picked. */
export async function askShownRecord(
  { targets }: { readonly targets: CommandTargets },
  args: readonly unknown[],
  kinds: readonly RecordKind[],
  title: string,
): Promise<RecordRef | undefined> {
  const shown = shownRecord(args);
  return shown && kinds.includes(shown.kind) ? shown : targets.record(args, kinds, title);
}
