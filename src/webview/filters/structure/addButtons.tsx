// The buttons that add a condition or a group.
import { addItem, type NewItem } from '#filters/itemEdits.ts';
import type { FilterGroup } from '#filters/filterShape.ts';
import { Icon } from '#webview/elements/icon.tsx';
import { isMac } from '#webview/elements/keyName.ts';
import { t } from '#webview/elements/translate.ts';
import { useStructure, type Part } from '#webview/filters/structure/state/structureContext.ts';

/** The control of a new item that gets the focus. */
const firstParts: Readonly<Record<NewItem, Part>> = {
  property: 'key',
  behavior: 'key',
  cohort: 'value',
  group: 'join',
};

/** @param group undefined where `properties` has no group yet */
export function AddButtons({ group }: { readonly group: FilterGroup | undefined }) {
  const structure = useStructure();
  const { shape, indent } = structure;
  const add = (kind: NewItem, announcement: string): void => {
    const change = addItem(shape, group, kind, { indent });
    if (change)
      structure.edit(change, { focus: { path: change.path, part: firstParts[kind] }, announcement });
  };
  const isEmpty = group === shape.group && (group?.items.length ?? 0) === 0;
  const kinds: readonly (readonly [NewItem, string, string])[] = [
    ['property', t('Property'), t('Add a property condition')],
    ['behavior', t('Event'), t('Add an event condition')],
    ['cohort', t('Cohort'), t('Add a cohort condition')],
    ['group', t('Group'), t('Add a group')],
  ];
  const offered = kinds.filter(
    ([kind]) => shape.kind === 'cohort' || kind === 'property' || kind === 'cohort',
  );
  return (
    <div class="adders" role="group" aria-label={t('Add')}>
      {offered.map(([kind, text, label]) => (
        <button
          key={kind}
          type="button"
          class="button adder"
          aria-label={label}
          title={label}
          data-part={`add-${kind}`}
          onClick={() => add(kind, label)}
          onKeyDown={(event) => {
            if (isEmpty && kind === 'property' && isCharacter(event)) add(kind, label);
          }}
        >
          <Icon name="add" />
          <span>{text}</span>
        </button>
      ))}
    </div>
  );
}

/** The field that has the focus after such a key gets its character, as of the keys that follow. */
function isCharacter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isPressingButton = key === ' ';
  return key.length === 1 && !isPressingButton && !ctrlKey && !metaKey && (isMac || !altKey); // ⌥C types ć
}
