// What the sentence of a condition is made of: words, a choice, a count.
import type { ComponentChildren } from 'preact';
import type { FilterValue } from '#filters/filterShape.ts';
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
  /** Labels by value. A value that is not among them is offered as it is. */
  readonly options: ReadonlyMap<string, string>;
  readonly hasError?: boolean;
  readonly onChoose: (value: string) => void;
}

export function Choice({ value, options, label, part, hasError = false, onChoose, ...rest }: ChoiceProps) {
  const { isReadonly } = useStructure();
  const offered = options.has(value) ? options : new Map([[value, value], ...options]);
  return (
    <select
      class={`choice ${rest.class ?? ''}`}
      aria-label={label}
      data-part={part}
      aria-invalid={hasError || undefined}
      disabled={isReadonly}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {[...offered].map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  );
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
