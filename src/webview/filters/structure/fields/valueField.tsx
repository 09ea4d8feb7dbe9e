// The control that fits a value's type.
import type { FilterValue } from '#filters/filterShape.ts';
import { setRaw } from '#filters/valueEdits.ts';
import { t } from '#webview/elements/translate.ts';
import { Choice } from './phrase.tsx';
import { JsonField } from './jsonField.tsx';
import { useStructure } from '#webview/filters/structure/state/structureContext.ts';
import { TextField, type TextFieldOptions } from './textField.tsx';

const booleans = new Map([
  ['true', 'true'],
  ['false', 'false'],
]);

export function ValueField(props: TextFieldOptions & { readonly value: FilterValue }) {
  const structure = useStructure();
  const { value, label, part } = props;
  if (value.kind === 'boolean') {
    const choose = (raw: string) => structure.edit(setRaw(structure.shape, value.path, raw));
    return <Choice value={value.text} options={booleans} label={label} part={part} onChoose={choose} />;
  }
  const needsJson = value.kind === 'other' || value.kind === 'list';
  if (value.node && needsJson)
    return <JsonField node={value.node} path={value.path} label={t('{0} as JSON', label)} part={part} />;
  return <TextField {...props} />;
}
