import { Button } from '#webview/elements/button.tsx';
import { t } from '#webview/elements/translate.ts';
import { AddButtons } from './addButtons.tsx';
import { useStructure } from '#webview/filters/structure/state/structureContext.ts';
import { Templates } from './templateButtons.tsx';

/** What to do where the filters have no conditions. */
export function NoConditions() {
  const { shape, isReadonly } = useStructure();
  const words =
    shape.kind === 'cohort' ? t('Conditions define who is in the cohort.') : t('No property filters.');
  return (
    <div class="nothing">
      <p>{words}</p>
      {!isReadonly && <AddButtons group={undefined} />}
      <Templates />
    </div>
  );
}

/** A cohort that has its persons from elsewhere: what it is, and where to go. */
export function CohortWithoutFilters({ source }: { readonly source: 'static' | 'groups' }) {
  const structure = useStructure();
  return (
    <div class="nothing">
      <p>
        {source === 'static'
          ? t('This is a static cohort. Its persons come from a list, not from conditions.')
          : t('This cohort is defined by its groups, not by filters.')}
      </p>
      <div class="adders">
        {source === 'groups' && (
          <Button
            label={structure.isReadonly ? t('Show Groups') : t('Edit Groups')}
            showsLabel
            class="adder"
            onClick={() => structure.runCommand('editGroups')}
          />
        )}
        <Button
          label={t('Show Persons')}
          showsLabel
          class="adder"
          onClick={() => structure.runCommand('showPersons')}
        />
        <Button
          label={t('Export Persons…')}
          showsLabel
          class="adder"
          onClick={() => structure.runCommand('exportPersons')}
        />
      </div>
    </div>
  );
}
