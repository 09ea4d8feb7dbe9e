// What a dashboard's groups mean to newer services, and the way out.
import { flattenGroups, groupsOf } from '#filters/flattenGroups.ts';
import { Icon } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';
import { type StructureContext, useStructure } from './structureContext.ts';

export function GroupsNote() {
  const structure = useStructure();
  const groups = groupsOf(structure.shape);
  if (groups === 'none') return null;
  const canFlatten = !structure.isReadonly && flattenGroups(structure.shape) !== undefined;
  return (
    <div class="structure-note" role="note">
      <Icon name="info" />
      <span>
        {groups === 'any'
          ? t('Newer services refuse “Match any” in a dashboard. In a plain list, all conditions must match.')
          : t('Newer services keep the conditions of a dashboard as a plain list. It means the same.')}
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
