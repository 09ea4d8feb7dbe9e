// What a service adds to the conditions of a cohort (seen since 2025). These differences do not count as a
// change, and nothing warns about them.
import { applyEdits, type TextEdit, describeLayout, type JsonDocument } from '#json/formatJson.ts';
import {
  type JsonContainerNode,
  type JsonMemberNode,
  type JsonNode,
  type JsonObjectNode,
  type JsonPath,
  memberOf,
  parseJsonTree,
  stringOf,
} from '#json/jsonTree.ts';
import { alignItems } from '#json/merge/alignItems.ts';
import { type NewEntry, rewriteEntries, sortEdits } from '#json/rewriteEntries.ts';
import { createIdentity } from '#json/sameValue.ts';

/** Keys of a condition that only the service writes. */
export const serviceKeys: ReadonlySet<string> = new Set(['bytecode', 'bytecode_error', 'conditionHash']);

/** Keys whose value a service stores as a number, also if it was sent as text. */
const numberKeys: ReadonlySet<string> = new Set([
  'time_value',
  'seq_time_value',
  'operator_value',
  'total_periods',
  'min_periods',
]);

/**
 * The text without what a service adds or changes in conditions: its own keys, `negation: false`, members that are null,
 * and numbers that were sent as text. Everything else stays character for character, also a text that is not JSON.
 */
export function withoutServiceKeys(text: string): string {
  const root = parseJsonTree(text);
  if (!root) return text;
  const edits: TextEdit[] = [];
  collectEdits(describeLayout(text, root), root, undefined, false, edits);
  return applyEdits(text, edits);
}

/**
 * A text without what a service adds, with what it has added to the same conditions of `source`: so that a comparison of the
 * two shows none of it. Conditions that differ count as the same in their order.
 */
export function withServiceKeysOf(source: string, text: string): string {
  const [own, plain, target] = [source, withoutServiceKeys(source), text].map((one) => ({
    text: one,
    root: parseJsonTree(one),
  }));
  if (!own?.root || !plain?.root || !target?.root) return text;
  const identify = createIdentity('lastWins');
  const [owns, plains, targets] = [own, plain, target].map((one) => conditionsIn(one.text, one.root));
  if (!owns || !plains || !targets || owns.length !== plains.length) return text;
  const partners = pairUp(
    plains.map(({ node }) => identify(plain.text, node)),
    targets.map(({ node }) => identify(target.text, node)),
  );
  const document = describeLayout(text, target.root);
  const edits = owns.flatMap(({ node }, index) => {
    const found = targets[partners[index] ?? -1];
    return found ? addServiceKeys(own.text, node, document, found) : [];
  });
  return applyEdits(text, sortEdits(edits));
}

interface PlacedCondition {
  readonly node: JsonObjectNode;
  readonly parent: JsonContainerNode | undefined;
}

/** Objects below a key `properties`, from top to bottom, but for those in what a service writes. */
function conditionsIn(text: string, root: JsonNode | undefined): readonly PlacedCondition[] {
  const found: PlacedCondition[] = [];
  const visit = (node: JsonNode, parent: JsonContainerNode | undefined, isCondition: boolean): void => {
    if (node.kind === 'list') for (const item of node.items) visit(item, node, isCondition);
    if (node.kind !== 'object') return;
    if (isCondition) found.push({ node, parent });
    for (const member of node.members) {
      if (isCondition && isWrittenByService(text, member)) continue;
      visit(member.value, node, isCondition || member.key === 'properties');
    }
  };
  if (root) visit(root, undefined, false);
  return found;
}

/** As `alignItems`, and between two pairs the first ones, the second ones and so on. */
function pairUp(a: readonly number[], b: readonly number[]): readonly number[] {
  const partners = [...alignItems(a, b)];
  const taken = new Set(partners);
  let next = 0;
  for (const [index, partner] of partners.entries()) {
    if (partner >= 0) next = partner + 1;
    else if (next < b.length && !taken.has(next)) partners[index] = next++;
  }
  return partners;
}

/** Each behind the member that it stands behind in its own text. */
function addServiceKeys(
  source: string,
  { members }: JsonObjectNode,
  document: JsonDocument,
  { node, parent }: PlacedCondition,
): readonly TextEdit[] {
  const plan: (number | NewEntry)[] = [...node.members.keys()];
  let at = 0;
  for (const member of members) {
    if (isWrittenByService(source, member)) {
      const rawKey = source.slice(member.keyFrom, member.keyTo);
      plan.splice(at, 0, { rawKey, text: source.slice(member.value.from, member.value.to) });
      at++;
    } else {
      const index = plan.findIndex(
        (entry) => typeof entry === 'number' && node.members[entry]?.key === member.key,
      );
      if (index >= 0) at = index + 1;
    }
  }
  return plan.length === node.members.length ? [] : rewriteEntries(document, node, parent, plan);
}

/** Conditions are what is below a key `properties`. */
function collectEdits(
  document: JsonDocument,
  node: JsonNode,
  parent: JsonContainerNode | undefined,
  isCondition: boolean,
  edits: TextEdit[],
): void {
  if (node.kind === 'list') {
    for (const item of node.items) collectEdits(document, item, node, isCondition, edits);
  }
  if (node.kind !== 'object') return;
  const { text } = document;
  const kept: number[] = [];
  for (const [index, member] of node.members.entries()) {
    if (isCondition && isWrittenByService(text, member)) continue;
    kept.push(index);
    const { key, value } = member;
    if (isCondition && isNumberAsText(text, node, member)) {
      edits.push({ offset: value.from, length: value.to - value.from, text: stringOf(text, value) });
    } else {
      collectEdits(document, value, node, isCondition || key === 'properties', edits);
    }
  }
  if (kept.length < node.members.length)
    for (const edit of rewriteEntries(document, node, parent, kept)) edits.push(edit);
  edits.sort((a, b) => a.offset - b.offset || a.length - b.length);
}

function isWrittenByService(text: string, { key, value }: JsonMemberNode): boolean {
  if (serviceKeys.has(key)) return true;
  const raw = text.slice(value.from, value.to);
  return raw === 'null' || (key === 'negation' && raw === 'false');
}

function isNumberAsText(text: string, condition: JsonObjectNode, { key, value }: JsonMemberNode): boolean {
  if (value.kind !== 'string' || !/^-?(0|[1-9]\d{0,14})$/.test(stringOf(text, value))) return false;
  return numberKeys.has(key) || (key === 'value' && isOfCohort(text, condition));
}

/** The value of such a condition is the id of a cohort. */
function isOfCohort(text: string, condition: JsonObjectNode): boolean {
  const type = memberOf(condition, 'type')?.value;
  return type?.kind === 'string' && stringOf(text, type) === 'cohort';
}

// Where a text has keys that only the service writes, so that an editor can fold them.

/** Members of one condition, side by side in its text, that only the service writes. */
export interface ServiceKeyRun {
  /** The condition's path. */
  readonly path: JsonPath;
  readonly keys: readonly string[];
  /** Offset of the first key. */
  readonly from: number;
  /** Offset behind the last value. */
  readonly to: number;
}

/** Runs in the order of the text; none if the text is not JSON. */
export function serviceKeyRuns(text: string): readonly ServiceKeyRun[] {
  if (![...serviceKeys].some((key) => text.includes(`"${key}"`))) return [];
  const root = parseJsonTree(text);
  return root ? [...runsIn(text, root, [], false)] : [];
}

/** Conditions are what is below a key `properties`. */
function* runsIn(
  text: string,
  node: JsonNode,
  path: JsonPath,
  isCondition: boolean,
): Generator<ServiceKeyRun> {
  if (node.kind === 'list') {
    for (const [index, item] of node.items.entries())
      yield* runsIn(text, item, [...path, index], isCondition);
  }
  if (node.kind !== 'object') return;
  const isTouched = isCondition && node.members.some(({ key }) => serviceKeys.has(key));
  let run: JsonMemberNode[] = [];
  for (const member of node.members) {
    const { key, value } = member;
    if (isTouched && isService(text, member)) {
      run.push(member);
      continue;
    }
    yield* toRun(run, path);
    run = [];
    yield* runsIn(text, value, [...path, key], isCondition || key === 'properties');
  }
  yield* toRun(run, path);
}

/** In a condition with a key of the service's, `negation: false` is the service's too. */
function isService(text: string, { key, value }: JsonMemberNode): boolean {
  return serviceKeys.has(key) || (key === 'negation' && text.slice(value.from, value.to) === 'false');
}

function* toRun(members: readonly JsonMemberNode[], path: JsonPath): Generator<ServiceKeyRun> {
  const [first, last] = [members[0], members.at(-1)];
  if (!first || !last) return;
  yield { path, keys: members.map(({ key }) => key), from: first.keyFrom, to: last.value.to };
}
