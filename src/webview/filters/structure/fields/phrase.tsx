// What the sentence of a condition is made of: words, a choice, a count.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FilterValue } from '#filters/filterShape.ts';
import { t } from '#webview/elements/translate.ts';
import { type Part, useStructure } from '#webview/filters/structure/state/structureContext.ts';
import { TextField } from './textField.tsx';

/** Text between the controls of a condition. */
export function Word({ children }: { readonly children: ComponentChildren }) {
  return <span class="word">{children}</span>;
}

/** Words and controls that stay on one line. */
export function Phrase({ children }: { readonly children: ComponentChildren }) {
  return <span class="phrase">{children}</span>;
}

interface ChoiceOptions {
  readonly label: string;
  readonly part: Part;
  readonly class?: string;
}

interface ChoiceProps extends ChoiceOptions {
  readonly value: string;
  /** Labels by value. A value that is not among them is offered as it is, behind them. */
  readonly options: ReadonlyMap<string, string>;
  /** The values of `options` that show once they are asked for. */
  readonly isRare?: (value: string) => boolean;
  readonly hasError?: boolean;
  readonly onChoose: (value: string) => void;
}

/** Stands for no value: the entry that shows the rare ones. */
const moreValue = '\u0000more';

export function Choice({ value, options, label, part, hasError = false, onChoose, ...rest }: ChoiceProps) {
  const { isReadonly } = useStructure();
  const select = useRef<HTMLSelectElement>(null);
  const [isUnfolded, setUnfolded] = useState(false);
  const { isRare = () => false } = rest;
  const offered = [...(options.has(value) ? options : [...options, [value, value] as const])];
  const { before, rare, after, isFolded } = orderOptions(offered, value, isRare, isUnfolded);
  useEffect(() => {
    if (isUnfolded) select.current?.showPicker(); // what the person opened closed with the choice of the entry
  }, [isUnfolded]);
  const choose = (control: HTMLSelectElement): void => {
    if (control.value !== moreValue) return onChoose(control.value);
    control.value = value;
    setUnfolded(true);
  };
  return (
    <select
      ref={select}
      class={`choice ${rest.class ?? ''}`}
      aria-label={label}
      data-part={part}
      aria-invalid={hasError || undefined}
      disabled={isReadonly}
      value={value}
      onChange={({ currentTarget }) => choose(currentTarget)}
    >
      <Options entries={before} />
      {rare.length > 0 && (
        <optgroup label={t('More operators')}>
          <Options entries={rare} />
        </optgroup>
      )}
      <Options entries={after} />
      {isFolded && <option value={moreValue}>{t('More operators…')}</option>}
    </select>
  );
}

type Entry = readonly [value: string, label: string];

/** A list opens at the chosen option: rare ones that were just asked for come right behind it. */
export function orderOptions(
  offered: readonly Entry[],
  value: string,
  isRare: (value: string) => boolean,
  isUnfolded: boolean,
): Readonly<Record<'before' | 'rare' | 'after', readonly Entry[]>> & { readonly isFolded: boolean } {
  const common = offered.filter(([key]) => !isRare(key));
  const rare = offered.filter(([key]) => isRare(key));
  if (isRare(value)) return { before: common, rare, after: [], isFolded: false };
  if (!isUnfolded) return { before: common, rare: [], after: [], isFolded: rare.length > 0 };
  const end = common.findIndex(([key]) => key === value) + 1;
  return { before: common.slice(0, end), rare, after: common.slice(end), isFolded: false };
}

function Options({ entries }: { readonly entries: readonly Entry[] }) {
  return entries.map(([key, text]) => (
    <option key={key} value={key}>
      {text}
    </option>
  ));
}

interface CountFieldProps {
  readonly value: FilterValue;
  readonly label: string;
  readonly part: Part;
  readonly placeholder: string;
}

export function CountField(props: CountFieldProps) {
  return <TextField {...props} prefersNumber class="count" />;
}
