// A note that newer services reject a dashboard's groups, with the fix.
import { flattenGroups, groupsOf } from '#filters/flattenGroups.ts';
import { Icon } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';
import { type StructureContext, useStructure } from '#webview/filters/structure/state/structureContext.ts';

export function PlainListNote() {
  const structure = useStructure();
  const groups = groupsOf(structure.shape);
  if (groups === 'none') return null;
  const canFlatten = !structure.isReadonly && flattenGroups(structure.shape) !== undefined;
  return (
    <div class="structure-note" role="note">
      <Icon name="info" />
      <span>
        {groups === 'any'
          ? t('Newer services reject “Match any” in a dashboard. In a plain list, all conditions must match.')
          : t('Newer services store the conditions of a dashboard as a plain list. The meaning is the same.')}
      </span>
      {canFlatten && (
        <button type="button" class="link" data-part="flatten" onClick={() => makePlainList(structure)}>
          {t('Make a Plain List')}
        </button>
      )}
    </div>
  );
}

export function makePlainList(structure: StructureContext): void {
  const change = flattenGroups(structure.shape, { indent: structure.indent });
  if (change)
    structure.edit(change, {
      focus: { path: change.path, part: 'add-property' },
      announcement: t('Now a plain list: all conditions must match.'),
    });
}
