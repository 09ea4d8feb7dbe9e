// Edits of filters by place. A place is a JSON pointer; every other character of the text stays.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { insertItem, removeAt, setMember, setValue, type JsonEdits } from '#json/editValue.ts';
import { applyEdits } from '#json/formatJson.ts';
import { type JsonNode, type JsonPath, memberOf, nodeAt, parseJsonTree } from '#json/jsonTree.ts';
import { quoteText } from './answerText.ts';
import { ToolError } from './toolError.ts';

export interface FilterEdit {
  /** `/properties/values/0/value`; `-` after a list is its end. */
  readonly path: string;
  /** JSON; undefined removes what is there. */
  readonly value?: string | undefined;
}

/** UTF-16 units of filters that an agent may edit or send. */
export const maxFiltersLength = 1_000_000;
/** UTF-16 units that all edits of a call read, one after the other. */
const maxWork = 20_000_000;

/** In order, each in the text that the ones before have left. Throws ToolError, and what `signal` aborts with. */
export async function editFiltersText(
  text: string,
  edits: readonly FilterEdit[],
  signal: AbortSignal,
): Promise<string> {
  const size = text.length + edits.reduce((sum, { value = '' }) => sum + value.length, 0);
  if (size > maxFiltersLength || size * edits.length > maxWork)
    throw new ToolError(
      `These filters or edits are too long to edit by place (${size} characters, ${edits.length} edits). Pass fewer edits, or tell the person to edit them.`,
      'too long',
    );
  let now = text;
  for (const edit of edits) {
    now = applyEdit(now, edit);
    await nextTurn(); // the window is not held up
    signal.throwIfAborted();
  }
  return now;
}

function applyEdit(text: string, { path: pointer, value }: FilterEdit): string {
  const root = parseJsonTree(text);
  if (!root)
    throw new ToolError('The filters of this record are not JSON. Pass text to replace them.', 'not JSON');
  if (value !== undefined && !parseJsonTree(value))
    throw new ToolError(
      `The value for ${quoteText(pointer)} is not JSON. A text needs its quotation marks: "\\"US\\"".`,
      'value is not JSON',
    );
  const parts = partsOf(pointer);
  const parent = pathTo(root, parts.slice(0, -1), pointer);
  const container = nodeAt(root, parent);
  const last = parts.at(-1);
  const edits =
    last === undefined
      ? value === undefined
        ? undefined
        : setValue(text, [], value)
      : editsIn({ text, parent, container, last, value });
  if (edits) return applyEdits(text, edits);
  throw new ToolError(
    `${quoteText(pointer)} cannot be changed so. ${container ? describe(container, pointerOf(parent)) : ''}`,
    'wrong path',
  );
}

interface EditPlace {
  readonly text: string;
  readonly parent: JsonPath;
  readonly container: JsonNode | undefined;
  readonly last: string;
  readonly value: string | undefined;
}

function editsIn({ text, parent, container, last, value }: EditPlace): JsonEdits {
  if (container?.kind === 'object') {
    if (value !== undefined) return setMember(text, parent, last, value);
    return memberOf(container, last) ? removeAt(text, [...parent, last]) : undefined;
  }
  if (container?.kind !== 'list') return undefined;
  const index = last === '-' ? container.items.length : indexOf(last);
  if (index === undefined || index > container.items.length) return undefined;
  if (index === container.items.length)
    return value === undefined ? undefined : insertItem(text, parent, index, value);
  return value === undefined ? removeAt(text, [...parent, index]) : setValue(text, [...parent, index], value);
}

function partsOf(pointer: string): readonly string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/'))
    throw new ToolError(
      `${quoteText(pointer)} is no path. Begin with a slash, such as /properties/values/0/value.`,
      'wrong path',
    );
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function pointerOf(path: JsonPath): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Throws ToolError that says what there is. */
function pathTo(root: JsonNode, parts: readonly string[], pointer: string): JsonPath {
  const path: (string | number)[] = [];
  let node: JsonNode = root;
  for (const part of parts) {
    const step = node.kind === 'list' ? (indexOf(part) ?? -1) : part;
    const next: JsonNode | undefined = nodeAt(node, [step]);
    if (!next)
      throw new ToolError(
        `There is no ${quoteText(pointer)}. ${describe(node, pointerOf(path))}`,
        'wrong path',
      );
    path.push(step);
    node = next;
  }
  return path;
}

function indexOf(part: string): number | undefined {
  return /^(?:0|[1-9]\d{0,6})$/.test(part) ? Number(part) : undefined;
}

function describe(node: JsonNode, at: string): string {
  const place = at === '' ? 'The whole' : quoteText(at, 100);
  if (node.kind === 'list')
    return `${place} is a list of ${node.items.length}; ${quoteText(`${at}/-`, 100)} appends.`;
  if (node.kind !== 'object') return `${place} is a ${node.kind}.`;
  const keys = node.members.slice(0, 12).map(({ key }) => quoteText(key, 40));
  return `${place} is an object with ${keys.length === 0 ? 'no keys' : keys.join(', ')}.`;
}
