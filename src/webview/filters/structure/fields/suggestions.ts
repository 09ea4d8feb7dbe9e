// Suggestions for the structure's fields: names and values used in the document and the project. Those of
// the project come from editors/filters/suggestedNames.ts.
import { type FilterValue, partsOf } from '#filters/filterShape.ts';
import { expressionType } from '#filters/parseFilterShape.ts';
import { formatRelativeDate, parseRelativeDate } from '#filters/parseRelativeDate.ts';
import { foldText } from '#text/foldText.ts';
import { hasTypedAccents, matchDistance, nearestMatches } from '#text/nearestMatches.ts';
import { t } from '#webview/elements/translate.ts';
import type { StructureContext } from '#webview/filters/structure/state/structureContext.ts';

export interface Suggestion {
  /** What the field gets. */
  readonly value: string;
  /** The name that is shown in place of the value. */
  readonly name?: string;
  /** The details that are shown beside it. */
  readonly details?: string;
  /** It is what the typed words mean: the first one, which Enter takes, and leaving the field. */
  readonly isMeant?: boolean;
}

type Known = Pick<StructureContext, 'shape' | 'names'>;

const maxSuggestions = 200;
/** A name with other accents comes after that with the typed ones, and before longer names. */
const otherAccentsDistance = 0.5;

/** Suggestions that match what is typed, the nearest first, each once. */
export function matchingSuggestions(
  typed: string,
  suggestions: readonly Suggestion[],
): readonly Suggestion[] {
  const text = foldText(typed.trim());
  const known = new Map(suggestions.map((one) => [one.value, one] as const));
  known.delete('');
  const distanceOf = (suggestion: Suggestion): number | undefined => {
    const distances = shownTexts(suggestion).flatMap((shown) => matchDistance(text, shown) ?? []);
    if (distances.length === 0) return undefined;
    return Math.min(...distances) + (isAsTyped(typed, suggestion) ? 0 : otherAccentsDistance);
  };
  const found = text === '' ? [...known.values()] : nearestMatches([...known.values()], distanceOf);
  return found.slice(0, maxSuggestions);
}

/** Whether what is typed and the suggestion that it matches have the same accents: otherwise another name may be meant. */
export function isAsTyped(typed: string, suggestion: Suggestion | undefined): boolean {
  return suggestion !== undefined && shownTexts(suggestion).some((shown) => hasTypedAccents(typed, shown));
}

function shownTexts({ value, name = '', details = '' }: Suggestion): readonly string[] {
  return [value, name, details];
}

/** @param own the field's value, which is written at each key: it suggests the others */
export function suggestProperties({ shape, names }: Known, own: FilterValue): readonly Suggestion[] {
  const keys = [...(shape.group ? partsOf(shape.group) : [])].flatMap((item) =>
    item.kind === 'property' && item.type !== expressionType && item.key !== own ? [item.key.text] : [],
  );
  return suggestValues([...keys, ...names.properties]);
}

/** @param own the field's value, which is written at each key: it suggests the others */
export function suggestEvents({ shape, names }: Known, own: FilterValue): readonly Suggestion[] {
  const keys = [...(shape.group ? partsOf(shape.group) : [])].flatMap((item) =>
    item.kind === 'behavior' && item.eventType !== 'actions' && item.key !== own ? [item.key.text] : [],
  );
  return suggestValues([...keys, ...names.events]);
}

export function suggestActions({ names }: Known): readonly Suggestion[] {
  return [...names.actions].map(([id, name]) => ({ value: String(id), name, details: t('#{0}', id) }));
}

export function suggestValues(values: readonly string[]): readonly Suggestion[] {
  return values.map((value) => ({ value }));
}

const relativeDates = ['-1d', '-7d', '-30d', '-90d', '-1y'];

/** `-7d`, with `7 days ago` beside it; before them `14 days ago → -14d` for what is typed. */
export function suggestDates(typed: string): readonly Suggestion[] {
  const meant = parseRelativeDate(typed, t);
  const others = relativeDates.map((value) => ({
    value,
    details: formatRelativeDate({ kind: 'text', text: value }, t) ?? '',
  }));
  if (meant === undefined) return others;
  const first = { value: meant, name: `${typed.trim()} → ${meant}`, isMeant: true };
  return [first, ...others.filter(({ value }) => value !== meant)];
}
