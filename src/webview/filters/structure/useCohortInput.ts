// What is typed into the field of a cohort waits there until it is a cohort; the text keeps the last one.
import { useState } from 'preact/hooks';
import type { FilterValue } from '#filters/shape.ts';
import { setRaw } from '#filters/valueEdits.ts';
import type { KnownCohort } from '#protocol/filters.ts';
import { t } from '#webview/elements/translate.ts';
import { isOutdated, type StructureContext, useStructure } from './structureContext.ts';

interface Typed {
  /** Undefined where nothing was typed since the field had its last cohort. */
  readonly draft: string | undefined;
  /** Empty where there is none. */
  readonly problem: string;
}

const nothing: Typed = { draft: undefined, problem: '' };

export interface CohortInput extends Typed {
  /** Empty where the condition names none. */
  readonly id: string;
  readonly isOpen: boolean;
  /** What the list offers; empty while it is closed. */
  readonly choices: readonly KnownCohort[];
  /** Index of the marked choice. */
  readonly active: number;
  /** Shows the list without another search than the one for what is typed. */
  readonly open: () => void;
  readonly type: (text: string) => void;
  /** Marks the next choice, or the one before for −1. */
  readonly move: (step: 1 | -1) => void;
  readonly pick: (cohort: KnownCohort) => void;
  /** Takes what is typed where it is a cohort; else it stays, with the problem. */
  readonly apply: (input: HTMLInputElement) => void;
  /** Closes the list; where it is closed, gives up what was typed. */
  readonly escape: () => void;
}

// oxlint-disable-next-line max-lines-per-function -- what a person can do with one state
export function useCohortInput(value: FilterValue): CohortInput {
  const structure = useStructure();
  const { names } = structure;
  const [typed, setTyped] = useState(nothing);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const id = value.kind === 'null' ? '' : value.text;
  const choices = isOpen ? (names.search.cohorts ?? []) : [];

  const search = (query: string): void => {
    names.find(query);
    setActive(0);
    setIsOpen(true);
  };
  const write = (wanted: string, name: string): void => {
    setTyped(nothing);
    setIsOpen(false);
    if (wanted !== id) writeCohort(structure, value, wanted, name);
  };
  const refuse = (problem: string): void => {
    setTyped({ ...typed, problem });
    if (problem !== typed.problem) structure.announce(problem);
  };

  return {
    ...typed,
    id,
    isOpen,
    choices,
    active,
    open: () => search(typed.draft ?? ''),
    type(text) {
      setTyped({ draft: text, problem: '' });
      search(text);
    },
    move: (step) => setActive((active + step + choices.length) % Math.max(1, choices.length)),
    pick: ({ id: wanted, name }) => write(String(wanted), name),
    apply(input) {
      if (structure.isReadonly || isOutdated(structure, input)) return;
      setIsOpen(false);
      const text = (typed.draft ?? '').trim();
      if (text === '') return setTyped({ draft: undefined, problem: id === '' ? t('Select a cohort.') : '' });
      const cohort = readCohort(text, structure);
      if (cohort) write(cohort.id, cohort.name);
      else refuse(t('No cohort named “{0}”. Select one from the list, or enter an ID.', text));
    },
    escape() {
      if (!isOpen) setTyped(nothing);
      setIsOpen(false);
    },
  };
}

/** By its name, or by its id, for which no name need be known. */
function readCohort(
  text: string,
  { names }: StructureContext,
): { readonly id: string; readonly name: string } | undefined {
  const named = names.cohortNamed(text);
  if (named) return { id: String(named.id), name: named.name };
  const id = /^#?([1-9]\d{0,14})$/.exec(text)?.[1];
  return id === undefined ? undefined : { id, name: '' };
}

/** An id that stands as text stays text. */
function writeCohort(structure: StructureContext, value: FilterValue, wanted: string, name: string): void {
  const isText = value.kind === 'text' && value.text !== '';
  const raw = isText ? JSON.stringify(wanted) : wanted;
  const change = setRaw(structure.shape, value.path, raw, { indent: structure.indent });
  structure.edit(change, { announcement: name === '' ? t('Cohort {0}', wanted) : name });
}
