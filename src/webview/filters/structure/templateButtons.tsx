// Templates for a new cohort. The first field to change gets the focus.
import { addTemplate, filterTemplates, type FilterTemplate } from '#filters/filterTemplates.ts';
import { Button } from '#webview/elements/button.tsx';
import { t } from '#webview/elements/translate.ts';
import { useStructure } from '#webview/filters/structure/state/structureContext.ts';

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
