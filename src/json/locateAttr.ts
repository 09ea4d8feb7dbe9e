// The place of a refusal: the service names a nested field by its way there, joined by two underscores.
import { memberOf, parseJsonTree, type JsonNode } from './tree.ts';

export interface AttrPlace {
  readonly from: number;
  readonly to: number;
  /** Whether the whole way is there in the text; else the place is the deepest value on the way that is. */
  readonly isExact: boolean;
}

/**
 * The value that an error's `attr` is about, such as `filters__properties__values__0__key`. `holds` says whether the
 * text is the value of the field that the way begins with, or the whole record. A key may hold two underscores itself.
 * Undefined where the text is no JSON.
 */
export function locateAttr(
  text: string,
  attr: string,
  holds: 'field' | 'record' = 'field',
): AttrPlace | undefined {
  const root = parseJsonTree(text);
  if (!root) return undefined;
  const steps = attr.split(separator).slice(0, maxSteps);
  const { node, at } = follow(root, steps, holds === 'field' ? 1 : 0);
  return { from: node.from, to: node.to, isExact: at === steps.length };
}

const separator = '__';
/** A way is at most as deep as a text may be; more is not worth the search. */
const maxSteps = 512;

interface Reached {
  readonly node: JsonNode;
  /** How many of the steps led here. */
  readonly at: number;
}

/** Goes as far as possible; of several keys that fit, the longest that leads furthest. */
function follow(node: JsonNode, steps: readonly string[], at: number): Reached {
  let best: Reached = { node, at };
  for (const { child, next } of waysOn(node, steps, at)) {
    const reached = follow(child, steps, next);
    if (reached.at > best.at) best = reached;
    if (best.at === steps.length) break;
  }
  return best;
}

function waysOn(
  node: JsonNode,
  steps: readonly string[],
  at: number,
): readonly { readonly child: JsonNode; readonly next: number }[] {
  const step = steps[at];
  if (step === undefined) return [];
  if (node.kind === 'list') {
    const child = /^\d+$/.test(step) ? node.items[Number(step)] : undefined;
    return child ? [{ child, next: at + 1 }] : [];
  }
  if (node.kind !== 'object') return [];
  const ways = [...new Set(node.members.map(({ key }) => key))].flatMap((key) => {
    const parts = key.split(separator);
    const isNext = parts.every((part, index) => part === steps[at + index]);
    const child = isNext ? memberOf(node, key)?.value : undefined;
    return child ? [{ child, next: at + parts.length }] : [];
  });
  return ways.toSorted((a, b) => b.next - a.next);
}
