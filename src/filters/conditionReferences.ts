// The cohorts and actions that conditions refer to by id. In another project, the same id means something
// else.
import { applyEdits } from '#json/formatJson.ts';
import { memberOf, parseJsonTree, stringOf, type JsonNode, type JsonObjectNode } from '#json/jsonTree.ts';
import { cohortTypes } from './parseFilterShape.ts';

export interface Reference {
  readonly kind: 'cohort' | 'action';
  readonly id: number;
  /** The offsets of the id in the text, quotation marks included. */
  readonly from: number;
  readonly to: number;
}

/** References of filters or `groups`, in the order of the text. None if the text is not JSON. */
export function referencesIn(text: string): readonly Reference[] {
  const root = parseJsonTree(text);
  const found = root ? [...collect(text, root)] : [];
  return found.toSorted((a, b) => a.from - b.from);
}

/** The text with other ids; one without a new id stays. Everything else stays character for character. */
export function renumber(text: string, idOf: (reference: Reference) => number | undefined): string {
  const edits = referencesIn(text).flatMap((reference) => {
    const { from: offset, to } = reference;
    const id = idOf(reference);
    if (id === undefined) return [];
    const quote = text[offset] === '"' ? '"' : '';
    return [{ offset, length: to - offset, text: `${quote}${id}${quote}` }];
  });
  return applyEdits(text, edits);
}

function* collect(text: string, node: JsonNode): Generator<Reference> {
  if (node.kind === 'list') for (const item of node.items) yield* collect(text, item);
  if (node.kind !== 'object') return;
  for (const [kind, id] of idsOf(text, node)) {
    const digits = id.kind === 'string' ? stringOf(text, id) : text.slice(id.from, id.to);
    const isId = id.kind !== 'literal' && /^[1-9]\d{0,14}$/.test(digits);
    if (isId) yield { kind, id: Number(digits), from: id.from, to: id.to };
  }
  for (const { value } of node.members) yield* collect(text, value);
}

type PlacedId = readonly [kind: Reference['kind'], id: JsonNode];

/** IDs in a condition, or in one of a cohort’s older groups. */
function idsOf(text: string, node: JsonObjectNode): readonly PlacedId[] {
  const valueOf = (key: string) => memberOf(node, key)?.value;
  const wordOf = (key: string) => {
    const value = valueOf(key);
    return value?.kind === 'string' ? stringOf(text, value) : '';
  };
  const named = (kind: Reference['kind'], key: string): readonly PlacedId[] => {
    const value = valueOf(key);
    const all = value?.kind === 'list' ? value.items : value ? [value] : []; // dashboards may name several
    return all.map((id) => [kind, id] as const);
  };
  return [
    ...(cohortTypes.has(wordOf('type')) ? named('cohort', 'value') : []),
    ...(wordOf('event_type') === 'actions' ? named('action', 'key') : []),
    ...(wordOf('seq_event_type') === 'actions' ? named('action', 'seq_event') : []),
    ...named('action', 'action_id'),
  ];
}
