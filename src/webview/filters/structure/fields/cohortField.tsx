// The field of a condition that names a cohort: it is picked by its name or id.
import type { FilterValue } from '#filters/filterShape.ts';
import type { KnownCohort } from '#protocol/filtersMessages.ts';
import { formatIdAndPersons } from '#text/formatNumber.ts';
import { Icon } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';
import { useStructure } from '#webview/filters/structure/state/structureContext.ts';
import { SuggestionList } from './suggestionList.tsx';
import { type CohortInput, useCohortInput } from './useCohortInput.ts';
import { comboboxAttributes } from './useCombobox.ts';

export function CohortField({ value }: { readonly value: FilterValue }) {
  const structure = useStructure();
  const { names, isReadonly } = structure;
  const input = useCohortInput(value);
  const { id, draft, problem, combobox } = input;
  const known = id === '' ? undefined : names.cohort(id);
  const problemId = `${combobox.id}-problem`;

  return (
    <span class="cohort-field">
      <input
        {...comboboxAttributes(combobox, draft)}
        ref={combobox.field}
        class="field cohort-name"
        type="text"
        aria-label={t('Cohort')}
        aria-invalid={problem !== '' || structure.hasError(value.node) || undefined}
        aria-describedby={problem === '' ? undefined : problemId}
        autocomplete="off"
        spellcheck={false}
        data-part="value"
        data-draft={draft !== undefined || id === '' ? '' : undefined} // a save applies it
        placeholder={isReadonly ? '' : t('Name or ID')}
        disabled={isReadonly}
        value={draft ?? (known?.name || id)}
        title={known?.name}
        onFocusIn={({ currentTarget }) => currentTarget.select()}
        onInput={({ currentTarget }) => input.type(currentTarget.value)}
        onKeyDown={(event) => handleKey(event, event.currentTarget, input)}
        onReset={() => {
          combobox.close(); // Enter would pick from it
          input.reset();
        }}
        onBlur={({ currentTarget }) => input.apply(currentTarget)}
        onChange={({ currentTarget }) => input.apply(currentTarget)}
      />
      {combobox.isOpen && <SuggestionList combobox={combobox} label={t('Cohorts')} />}
      <CohortDetails id={id} cohort={known} />
      {problem !== '' && (
        <span class="field-problem" id={problemId}>
          <Icon name="error" />
          {problem}
        </span>
      )}
    </span>
  );
}

function handleKey(event: KeyboardEvent, element: HTMLInputElement, input: CohortInput): void {
  if (input.combobox.handleKey(event)) return;
  if (event.key === 'Enter') input.apply(element);
  else if (event.key === 'Escape' && input.draft !== undefined) input.reset();
  else return;
  event.preventDefault();
}

/** The cohort's ID and count beside its name, and a button that opens it. */
function CohortDetails({ id, cohort }: { readonly id: string; readonly cohort: KnownCohort | undefined }) {
  const structure = useStructure();
  if (id === '') return null;
  if (structure.names.isMissing(id)) return <span class="cohort-details">{t('not found')}</span>;
  if (!cohort) return null;
  const label = t('Open Cohort “{0}”', cohort.name || id);
  return (
    <>
      <button
        type="button"
        class="button action"
        aria-label={label}
        title={label}
        data-part="open-cohort"
        onClick={() => structure.openCohort(cohort.id)}
      >
        <Icon name="open" />
      </button>
      <span class="cohort-details">{formatIdAndPersons(cohort, t)}</span>
    </>
  );
}
