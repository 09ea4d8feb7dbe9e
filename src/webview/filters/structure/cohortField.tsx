// The field of a condition that names a cohort: it is picked by its name or id. What is typed waits in the field until it
// is a cohort; the text keeps the last one.
import { useId, useState } from 'preact/hooks';
import type { FilterValue } from '#filters/shape.ts';
import { setRaw } from '#filters/valueEdits.ts';
import type { KnownCohort } from '#protocol/filters.ts';
import { Icon } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';
import { CohortList, detailsOf } from './cohortList.tsx';
import { isOutdated, useStructure } from './structureContext.ts';

export function CohortField({ value }: { readonly value: FilterValue }) {
  const structure = useStructure();
  const { names, isReadonly } = structure;
  const listId = useId();
  /** What is typed and is no cohort yet. */
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);

  const id = value.kind === 'null' ? '' : value.text;
  const known = id === '' ? undefined : names.cohort(id);
  const choices = isOpen ? (names.search.cohorts ?? []) : [];

  const open = (query: string): void => {
    names.find(query);
    setActive(0);
    setIsOpen(true);
  };

  const pick = (cohort: KnownCohort): void => write(String(cohort.id), cohort.name);

  const write = (wanted: string, name: string): void => {
    setDraft(undefined);
    setProblem('');
    setIsOpen(false);
    if (wanted === id) return;
    const isText = value.kind === 'text' && value.text !== '';
    const raw = isText ? JSON.stringify(wanted) : wanted;
    const change = setRaw(structure.shape, value.path, raw, { indent: structure.indent });
    structure.edit(change, { announcement: name === '' ? t('Cohort {0}', wanted) : name });
  };

  /** Takes what is typed where it is a cohort; else it stays, with the problem. */
  const apply = (input: HTMLInputElement): void => {
    if (isReadonly || isOutdated(structure, input)) return;
    const typed = (draft ?? '').trim();
    setIsOpen(false);
    if (typed === '') {
      setDraft(undefined);
      return setProblem(id === '' ? t('Select a cohort.') : '');
    }
    const idTyped = /^#?([1-9]\d{0,14})$/.exec(typed)?.[1];
    const named = names.cohortNamed(typed);
    if (named) return pick(named);
    if (idTyped !== undefined) return write(idTyped, '');
    const words = t('No cohort named “{0}”. Select one from the list, or enter an ID.', typed);
    setProblem(words);
    if (words !== problem) structure.announce(words);
  };

  const handleKey = (event: KeyboardEvent, input: HTMLInputElement): void => {
    if (event.isComposing) return;
    const chosen = choices[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (event.altKey) return; // moves the condition
      event.preventDefault();
      if (!isOpen) return open(draft ?? '');
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((active + step + choices.length) % Math.max(1, choices.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (chosen) pick(chosen);
      else apply(input);
    } else if (event.key === 'Escape' && (isOpen || draft !== undefined)) {
      event.preventDefault();
      event.stopPropagation();
      if (!isOpen) setDraft(undefined);
      if (!isOpen) setProblem('');
      setIsOpen(false);
    }
  };

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
        onFocus={({ currentTarget }) => {
          currentTarget.select();
          if (id === '' && draft === undefined) open('');
        }}
        onClick={() => !isOpen && open(draft ?? '')}
        onInput={({ currentTarget }) => {
          setDraft(currentTarget.value);
          setProblem('');
          open(currentTarget.value);
        }}
        onKeyDown={(event) => handleKey(event, event.currentTarget)}
        onBlur={({ currentTarget }) => apply(currentTarget)}
        onChange={({ currentTarget }) => apply(currentTarget)}
      />
      {isOpen && <CohortList id={listId} search={names.search} active={active} onPick={pick} />}
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
