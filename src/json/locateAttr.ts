// Finds the value that a service's error names in `attr`: the path to the field, joined with two underscores.
import { attrSeparator } from '#text/attrSeparator.ts';
import { memberOf, parseJsonTree, type JsonNode } from './jsonTree.ts';

export interface AttrPlace {
  readonly from: number;
  readonly to: number;
  /** Whether the whole path exists in the text; otherwise the place is the deepest value that does. */
  readonly isExact: boolean;
}

/**
 * `attr`: for example `filters__properties__values__0__key`; a key may contain two underscores itself. `holds`: whether
 * the text is the value of the first field of the path, or the whole record. Undefined if the text is not JSON.
 */
export function locateAttr(
  text: string,
  attr: string,
  holds: 'field' | 'record' = 'field',
): AttrPlace | undefined {
  const root = parseJsonTree(text);
  if (!root) return undefined;
  const steps = attr.split(attrSeparator).slice(0, maxSteps);
  const { node, at } = follow(root, steps, holds === 'field' ? 1 : 0);
  return { from: node.from, to: node.to, isExact: at === steps.length };
}

export interface PathPlace {
  readonly from: number;
  readonly to: number;
  /** The last step, where it is a key that the value there does not have. */
  readonly missing: string | undefined;
}

/**
 * Finds a value by the path that a validator names. It has names of types and of the field besides keys and indexes: a step
 * that is no key is skipped. If an index is missing, the place is the list. Undefined if the text is not JSON.
 */
export function locatePath(text: string, path: readonly (string | number)[]): PathPlace | undefined {
  let node = parseJsonTree(text);
  if (!node) return undefined;
  let missing: string | undefined;
  for (const step of path.slice(0, maxSteps)) {
    const child = childOf(node, step);
    if (!child && typeof step === 'number') break;
    missing = child ? undefined : String(step);
    node = child ?? node;
  }
  const isKey = missing !== undefined && node.kind === 'object' && /^[a-z][\w]*$/.test(missing);
  return { from: node.from, to: node.to, missing: isKey ? missing : undefined };
}

function childOf(node: JsonNode, step: string | number): JsonNode | undefined {
  if (node.kind === 'object') return memberOf(node, String(step))?.value;
  return node.kind === 'list' && /^\d+$/.test(String(step)) ? node.items[Number(step)] : undefined;
}

/** The bound of the recursion in `follow`: each step takes at least one of them. */
const maxSteps = 512;

interface Reached {
  readonly node: JsonNode;
  /** How many steps of the path exist. */
  readonly at: number;
}

/** Follows the path as far as possible; of several matching keys the longest one that leads furthest. */
function follow(node: JsonNode, steps: readonly string[], at: number): Reached {
  let best: Reached = { node, at };
  for (const { child, next } of nextSteps(node, steps, at)) {
    const reached = follow(child, steps, next);
    if (reached.at > best.at) best = reached;
    if (best.at === steps.length) break;
  }
  return best;
}

function nextSteps(
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
  const matches = [...new Set(node.members.map(({ key }) => key))].flatMap((key) => {
    const parts = key.split(attrSeparator);
    const isNext = parts.every((part, index) => part === steps[at + index]);
    const child = isNext ? memberOf(node, key)?.value : undefined;
    return child ? [{ child, next: at + parts.length }] : [];
  });
  return matches.toSorted((a, b) => b.next - a.next);
}
