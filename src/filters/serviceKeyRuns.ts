// Where a text has keys that only the service writes, so that an editor can fold them.
import { parseJsonTree, type JsonMemberNode, type JsonNode, type JsonPath } from '#json/jsonTree.ts';
import { serviceKeys } from './serviceKeys.ts';

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
