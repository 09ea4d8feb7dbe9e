// The buttons that add a condition or a group, and the templates for a new cohort.
import type { FilterGroup } from '#filters/filterShape.ts';
import { type FilterTemplate, addTemplate, filterTemplates } from '#filters/filterTemplates.ts';
import { type NewItem, addItem } from '#filters/itemEdits.ts';
import { Button } from '#webview/elements/button.tsx';
import { Icon } from '#webview/elements/icon.tsx';
import { isMac } from '#webview/elements/pressedKey.ts';
import { t } from '#webview/elements/translate.ts';
import { type Part, useStructure } from '#webview/filters/structure/state/structureContext.ts';

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

/** The first field to change gets the focus. */
export function Templates() {
  const structure = useStructure();
  const { shape, indent, isReadonly } = structure;
  if (isReadonly || shape.kind !== 'cohort') return null;
  const add = (template: FilterTemplate): void => {
    const change = addTemplate(shape, shape.group, template, { indent });
    if (!change) return;
    const focus = { path: change.path, part: template.part };
    structure.edit(change, { focus, isSample: true, announcement: t('Added {0}', template.title) });
  };
  return (
    <div class="templates" role="group" aria-labelledby="templates">
      <p id="templates">{t('Or begin with a template:')}</p>
      {filterTemplates(t).map((template) => (
        <Button
          key={template.title}
          label={template.title}
          showsLabel
          class="adder"
          onClick={() => add(template)}
        />
      ))}
    </div>
  );
}
