// The field of a condition that names a cohort: it is picked by its name or id.
import { useState } from 'preact/hooks';
import type { FilterValue } from '#filters/filterShape.ts';
import { setRaw } from '#filters/valueEdits.ts';
import type { KnownCohort } from '#protocol/filtersMessages.ts';
import { formatIdAndPersons } from '#text/formatNumber.ts';
import { Button } from '#webview/elements/button.tsx';
import { Icon } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';
import type { CohortSearch } from '#webview/filters/structure/state/namesFromHost.ts';
import {
  type StructureContext,
  isOutdated,
  useStructure,
} from '#webview/filters/structure/state/structureContext.ts';
import { SuggestionList } from './suggestionList.tsx';
import { type Combobox, comboboxAttributes, type Suggestion, useCombobox } from './useCombobox.ts';

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
      <Button
        icon="open"
        label={label}
        class="action"
        part="open-cohort"
        onClick={() => structure.openCohort(cohort.id)}
      />
      <span class="cohort-details">{formatIdAndPersons(cohort, t)}</span>
    </>
  );
}

interface CohortDraft {
  /** Undefined where nothing was typed since the field had its last cohort. */
  readonly draft: string | undefined;
  /** Empty where there is none. */
  readonly problem: string;
}

const nothing: CohortDraft = { draft: undefined, problem: '' };

interface CohortInput extends CohortDraft {
  /** Empty where the condition names none. */
  readonly id: string;
  readonly combobox: Combobox;
  readonly type: (text: string) => void;
  /** Applies the typed text if it is a cohort; otherwise keeps it and shows the problem. */
  readonly apply: (input: HTMLInputElement) => void;
  /** Discards the typed text. */
  readonly reset: () => void;
}

/** What is typed is applied once it is a cohort; until then the document keeps the previous one. */
function useCohortInput(value: FilterValue): CohortInput {
  const structure = useStructure();
  const [typed, setTyped] = useState(nothing);
  const id = value.kind === 'null' ? '' : value.text;
  const write = (wanted: string): void => {
    setTyped(nothing);
    if (wanted !== id) writeCohort(structure, value, wanted);
  };
  const combobox = useCombobox({
    suggest: () => structure.names.search.cohorts?.map(toSuggestion) ?? [],
    note: noteOf(structure.names.search),
    draft: typed.draft,
    marksFirst: () => true,
    onSearch: (query) => structure.names.find(query),
    onPick: (picked) => write(picked.value),
  });
  const refuse = (problem: string): void => {
    setTyped({ ...typed, problem });
    if (problem !== typed.problem) structure.announce(problem);
  };

  return {
    ...typed,
    id,
    combobox,
    type(text) {
      setTyped({ draft: text, problem: '' });
      combobox.search(text);
    },
    apply(input) {
      if (structure.isReadonly || isOutdated(structure, input)) return;
      combobox.close();
      const text = (typed.draft ?? '').trim();
      if (text === '') return setTyped({ draft: undefined, problem: id === '' ? t('Select a cohort.') : '' });
      const wanted = readCohort(text, structure);
      if (wanted !== undefined) write(wanted);
      else refuse(t('No cohort named “{0}”. Select one from the list, or enter an ID.', text));
    },
    reset: () => setTyped(nothing),
  };
}

/** The id of the cohort of this name, or an id, for which no name need be known. */
function readCohort(text: string, { names }: StructureContext): string | undefined {
  const named = names.cohortNamed(text);
  return named ? String(named.id) : /^#?([1-9]\d{0,14})$/.exec(text)?.[1];
}

/** An id written as text stays text. */
function writeCohort(structure: StructureContext, value: FilterValue, wanted: string): void {
  const isText = value.kind === 'text' && value.text !== '';
  const raw = isText ? JSON.stringify(wanted) : wanted;
  const change = setRaw(structure.shape, value.path, raw, { indent: structure.indent });
  structure.edit(change, { announcement: structure.names.cohort(wanted)?.name || t('Cohort {0}', wanted) });
}

function noteOf({ cohorts, failure }: CohortSearch): string {
  if (failure !== '') return failure;
  if (!cohorts) return t('Searching…');
  return cohorts.length === 0 ? t('No matching cohorts') : '';
}

function toSuggestion(cohort: KnownCohort): Suggestion {
  return {
    value: String(cohort.id),
    name: cohort.name || t('Untitled cohort'),
    details: formatIdAndPersons(cohort, t),
  };
}
