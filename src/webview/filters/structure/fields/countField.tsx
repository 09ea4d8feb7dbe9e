import type { FilterValue } from '#filters/filterShape.ts';
import type { Part } from '#webview/filters/structure/state/structureContext.ts';
import { TextField } from './textField.tsx';

interface CountFieldProps {
  readonly value: FilterValue;
  readonly label: string;
  readonly part: Part;
  readonly placeholder: string;
}

export function CountField(props: CountFieldProps) {
  return <TextField {...props} prefersNumber class="count" />;
}
