// The field of a condition that names a cohort: it is picked by its name or id.
import { useId } from 'preact/hooks';
import type { FilterValue } from '#filters/shape.ts';
import type { KnownCohort } from '#protocol/filters.ts';
import { Icon } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';
import { CohortList, detailsOf } from './cohortList.tsx';
import { useStructure } from './structureContext.ts';
import { type CohortInput, useCohortInput } from './useCohortInput.ts';

export function CohortField({ value }: { readonly value: FilterValue }) {
  const structure = useStructure();
  const { names, isReadonly } = structure;
  const listId = useId();
  const input = useCohortInput(value);
  const { id, draft, problem, isOpen, choices, active } = input;
  const known = id === '' ? undefined : names.cohort(id);

  return (
    <span class="cohort-field">
      <input
        class="field cohort-name"
        type="text"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && choices[active] ? `${listId}-${active}` : undefined}
        aria-label={t('Cohort')}
        aria-invalid={problem !== '' || structure.hasError(value.node) || undefined}
        aria-describedby={problem === '' ? undefined : `${listId}-problem`}
        autocomplete="off"
        spellcheck={false}
        data-part="value"
        data-draft={draft !== undefined || id === '' ? '' : undefined} // a save applies it
        placeholder={isReadonly ? '' : t('Name or ID')}
        disabled={isReadonly}
        value={draft ?? (known?.name || id)}
        title={known?.name}
        onFocus={({ currentTarget }) => {
          currentTarget.select();
          if (id === '' && draft === undefined) input.open();
        }}
        onClick={() => !isOpen && input.open()}
        onInput={({ currentTarget }) => input.type(currentTarget.value)}
        onKeyDown={(event) => handleKey(event, event.currentTarget, input)}
        onBlur={({ currentTarget }) => input.apply(currentTarget)}
        onChange={({ currentTarget }) => input.apply(currentTarget)}
      />
      {isOpen && <CohortList id={listId} search={names.search} active={active} onPick={input.pick} />}
      <CohortDetails id={id} cohort={known} />
      {problem !== '' && (
        <span class="field-problem" id={`${listId}-problem`}>
          <Icon name="error" />
          {problem}
        </span>
      )}
    </span>
  );
}

function handleKey(event: KeyboardEvent, element: HTMLInputElement, input: CohortInput): void {
  if (event.isComposing) return;
  const { key } = event;
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    if (event.altKey) return; // moves the condition
    event.preventDefault();
    if (input.isOpen) input.move(key === 'ArrowDown' ? 1 : -1);
    else input.open();
  } else if (key === 'Enter') {
    event.preventDefault();
    const chosen = input.choices[input.active];
    if (chosen) input.pick(chosen);
    else input.apply(element);
  } else if (key === 'Escape' && (input.isOpen || input.draft !== undefined)) {
    event.preventDefault();
    event.stopPropagation();
    input.escape();
  }
}

/** Its id and count beside its name, and the way to it. */
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
      <span class="cohort-details">{detailsOf(cohort)}</span>
    </>
  );
}
