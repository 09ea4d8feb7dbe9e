import type { Part } from '#webview/filters/structure/state/structureContext.ts';
import { useStructure } from '#webview/filters/structure/state/structureContext.ts';

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
