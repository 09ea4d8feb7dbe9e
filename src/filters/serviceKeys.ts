// What a service adds to the conditions of a cohort (seen since 2025). These differences do not count as a
// change, and nothing warns about them.
import { applyEdits, type TextEdit } from '#json/formatJson.ts';
import { describeLayout, type JsonDocument } from '#json/indentation.ts';
import { rewriteEntries } from '#json/rewriteEntries.ts';
import {
  memberOf,
  parseJsonTree,
  stringOf,
  type JsonContainerNode,
  type JsonMemberNode,
  type JsonNode,
  type JsonObjectNode,
} from '#json/jsonTree.ts';

/** Keys of a condition that only the service writes. */
export const serviceKeys: ReadonlySet<string> = new Set(['bytecode', 'bytecode_error', 'conditionHash']);

/** Keys whose value a service stores as a number, also where it was sent as text. */
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
