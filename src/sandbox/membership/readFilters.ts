// membership/ decides who is in a cohort. Reads filters into conditions; empty leaves and empty groups are left out.
import { isJsonObject, asText } from '#sandbox/json/jsonValue.ts';
import { CannotEvaluate, isCohortType, type Condition } from './conditionTypes.ts';
import { readBehavior, readLegacyBehavior } from './readBehavior.ts';
import { readProperty } from './readProperty.ts';
import { readWholeNumber } from './readNumbersAndTimes.ts';

/** Levels of nested groups: far more than in practice, and safe for the stack. */
const maxDepth = 2000;

/** Undefined if there are no conditions: the cohort is then empty. */
export function readFilters(filters: unknown): Condition | undefined {
  return isJsonObject(filters) ? readNode(filters['properties'], 0) : undefined;
}

/** The legacy `groups`: persons who match any of them. */
export function readGroups(groups: unknown): Condition | undefined {
  const list = Array.isArray(groups) ? groups : [groups];
  return join(
    'or',
    list.filter(isJsonObject).map((group) => readGroup(group)),
  );
}

function readGroup(group: Record<string, unknown>): Condition | undefined {
  const properties = group['properties'];
  if (Array.isArray(properties)) return readNode(properties, 0);
  if (isJsonObject(properties)) {
    if ('values' in properties) return readNode(properties, 0);
    const leaves = Object.entries(properties).map(([key, value]) => ({ type: 'person', key, value }));
    return readNode(leaves, 0);
  }
  return readLegacyBehavior(group);
}

function readNode(node: unknown, depth: number): Condition | undefined {
  if (depth > maxDepth) throw new CannotEvaluate('The groups are nested too deeply.');
  if (Array.isArray(node)) return join('and', readNodes(node, depth));
  if (!isJsonObject(node)) return undefined;
  if (!Array.isArray(node['values'])) return readLeaf(node);
  const type = node['type'] ?? 'AND';
  if (type !== 'AND' && type !== 'OR')
    throw new CannotEvaluate(`The type of a group must be AND or OR, not ${asText(type)}.`);
  return join(type === 'AND' ? 'and' : 'or', readNodes(node['values'], depth));
}

function readNodes(nodes: readonly unknown[], depth: number): readonly (Condition | undefined)[] {
  return nodes.map((node) => readNode(node, depth + 1));
}

/** Joins conditions; omits empty ones and merges nested groups of the same kind. */
function join(kind: 'and' | 'or', parts: readonly (Condition | undefined)[]): Condition | undefined {
  const flat = parts.flatMap((part) => {
    if (part === undefined) return [];
    return part.kind === kind ? part.parts : [part];
  });
  return flat.length > 1 ? { kind, parts: flat } : flat[0];
}

function readLeaf(leaf: Record<string, unknown>): Condition | undefined {
  if (leaf['type'] === 'empty') return undefined;
  if (leaf['key'] === undefined || leaf['key'] === null || leaf['key'] === '') return undefined;
  const condition = readPositiveLeaf(leaf);
  return leaf['negation'] === true ? { kind: 'not', part: condition } : condition;
}

/** Reads a leaf without its `negation`. */
function readPositiveLeaf(leaf: Record<string, unknown>): Condition {
  if (isCohortType(leaf['type'])) return readCohort(leaf);
  switch (leaf['type'] ?? 'person') {
    case 'person':
    case 'event': // old cohorts use this name for properties of persons
      return readProperty(leaf, 'person');
    case 'person_metadata':
      return readProperty(leaf, 'metadata');
    case 'behavioral':
      return readBehavior(leaf);
    default:
      throw new CannotEvaluate(`Conditions of the type ${asText(leaf['type'])} do not apply to persons.`);
  }
}

function readCohort(leaf: Record<string, unknown>): Condition {
  const id = readWholeNumber(leaf['value'], 'A cohort condition needs the ID of a cohort.');
  const members: Condition = { kind: 'cohort', id };
  return leaf['operator'] === 'not_in' ? { kind: 'not', part: members } : members;
}
