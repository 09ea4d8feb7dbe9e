// Three-way merge of JSON texts by value. Each change of either side is in the result, or it is a conflict. Another
// spelling of the same value (1.0 for 1, an escape, the order of keys) is no change.
import {
  applyEdits,
  type TextEdit,
  describeLayout,
  type JsonDocument,
  jsonPlaceAt,
  lineIndent,
} from '#json/formatJson.ts';
import {
  hasDuplicateKeys,
  type JsonContainerNode,
  type JsonListNode,
  type JsonMemberNode,
  type JsonNode,
  type JsonObjectNode,
  type JsonPath,
  nodeAt,
  parseJsonTree,
} from '#json/jsonTree.ts';
import { type NewEntry, ownText, renderValue, rewriteEntries, sortEdits } from '#json/rewriteEntries.ts';
import { isSameValue } from '#json/sameValue.ts';
import { type Chunk, cutIntoChunks, decideChunk, findOwnItems } from './alignItems.ts';
import { SideTexts, type ThreeSides, type ValueIds } from './threeSides.ts';

export type JsonMerge =
  | {
      readonly kind: 'merged';
      readonly text: string;
      /** The places where the result differs from mine; for a removed value, where it was. */
      readonly taken: readonly JsonPath[];
    }
  /** The values that both sides changed; `[]` is the whole text, also if one of the three is not JSON. */
  | {
      readonly kind: 'conflict';
      /** Places of the conflicts, in the result as far as there is one. */
      readonly paths: readonly JsonPath[];
      /**
       * In mine, of each path: where the value begins, or the object that it is missing from. Undefined for an item that is
       * missing from a list.
       */
      readonly offsets: readonly (number | undefined)[];
      /** The same in theirs. */
      readonly theirOffsets: readonly (number | undefined)[];
      /** In the base: where the value begins, or the object or list that held it or lacks it. */
      readonly baseOffsets: readonly number[];
    };

/** Of the whole text. */
export const wholeConflict: JsonMerge & { readonly kind: 'conflict' } = {
  kind: 'conflict',
  paths: [[]],
  offsets: [0],
  theirOffsets: [0],
  baseOffsets: [0],
};

/** My text with their changes applied, in their notation. */
export function mergeJson(base: string, mine: string, theirs: string): JsonMerge {
  const [b, m, t] = [parseJsonTree(base), parseJsonTree(mine), parseJsonTree(theirs)];
  if (!b || !m || !t) return wholeConflict;
  return new Merge(base, describeLayout(mine, m), theirs).run({ base: b, mine: m, theirs: t });
}

/** An item of a merged list: the index of one of mine, or a node of theirs; and the id of its merged value. */
interface PlannedItem {
  readonly item: number | JsonNode;
  readonly id: number;
}

interface Conflict {
  readonly path: JsonPath;
  readonly base: JsonNode;
  readonly mine: JsonNode | undefined;
  readonly theirs: JsonNode | undefined;
}

class Merge {
  readonly #base: string;
  readonly #mine: JsonDocument;
  readonly #theirs: string;
  readonly #sides: SideTexts;
  readonly #edits: TextEdit[] = [];
  readonly #taken: JsonPath[] = [];
  readonly #conflicts: Conflict[] = [];
  readonly #isMineMultiline: boolean;
  readonly #isTheirsMultiline: boolean;

  constructor(base: string, mine: JsonDocument, theirs: string) {
    this.#base = base;
    this.#mine = mine;
    this.#theirs = theirs;
    this.#sides = new SideTexts({ base, mine: mine.text, theirs });
    this.#isMineMultiline = /[\r\n]/.test(mine.text.trim());
    this.#isTheirsMultiline = /[\r\n]/.test(theirs.trim());
  }

  run(roots: ThreeSides): JsonMerge {
    this.#mergeValues(roots, [], undefined);
    if (this.#conflicts.length > 0) {
      return {
        kind: 'conflict',
        paths: this.#conflicts.map(({ path }) => path),
        offsets: this.#conflicts.map(({ mine }) => mine?.from),
        theirOffsets: this.#conflicts.map(({ theirs }) => theirs?.from),
        baseOffsets: this.#conflicts.map(({ base }) => base.from),
      };
    }
    const text = applyEdits(this.#mine.text, sortEdits(this.#edits));
    const isOneSided = this.#theirs === this.#base || this.#mine.text === this.#base;
    if (!isOneSided && this.#repeatsContainers(roots, text)) return wholeConflict;
    return { kind: 'merged', text, taken: this.#taken };
  }

  /** Whether an object or list that both sides moved is in the result twice. */
  #repeatsContainers({ base, mine, theirs }: ThreeSides, result: string): boolean {
    const root = parseJsonTree(result);
    if (!root) return true;
    const countIn = (text: string, node: JsonNode) =>
      countIds([...containersIn(node)].map((inner) => this.#sides.idIn(text, inner)));
    return hasRepeated([
      countIn(this.#base, base),
      countIn(this.#mine.text, mine),
      countIn(this.#theirs, theirs),
      countIn(result, root),
    ]);
  }

  /** `path`: the value's path in the result; `parent`: my container around it. */
  #mergeValues(three: ThreeSides, path: JsonPath, parent: JsonContainerNode | undefined): void {
    const base = this.#sides.textOf('base', three.base);
    const mine = this.#sides.textOf('mine', three.mine);
    const theirs = this.#sides.textOf('theirs', three.theirs);
    if (theirs === base || theirs === mine) return;
    const objects = asObjects(three);
    if (objects) return this.#mergeObjects(objects, path, parent);
    const lists = asLists(three);
    if (lists) return this.#mergeLists(lists, path, parent);
    const ids = this.#sides.idsOf(three);
    if (ids.mine === ids.base) {
      // Their new spelling of the same value counts only if I kept the base's.
      if (ids.theirs !== ids.base || mine === base) this.#replace(three, path, parent);
    } else if (ids.theirs !== ids.base && ids.theirs !== ids.mine) {
      this.#conflicts.push({ path, ...three });
    }
  }

  #replace({ mine, theirs }: ThreeSides, path: JsonPath, parent: JsonContainerNode | undefined): void {
    const place = jsonPlaceAt(this.#mine, mine, parent);
    const entry = this.#entry(theirs);
    const keepsLines = entry.indent !== undefined && this.#isMineMultiline;
    const newLine = this.#mine.eol + lineIndent(this.#mine.text, mine.from);
    const text = renderValue(entry, keepsLines ? { ...place, newLine } : place);
    this.#edits.push({ offset: mine.from, length: mine.to - mine.from, text });
    this.#taken.push(path);
  }

  #mergeObjects(
    three: ThreeSides<JsonObjectNode>,
    path: JsonPath,
    parent: JsonContainerNode | undefined,
  ): void {
    const base = membersByKey(three.base);
    const mine = membersByKey(three.mine);
    const theirs = membersByKey(three.theirs);
    const removed = new Set<string>();
    for (const [key, m] of mine) {
      const [b, t] = [base.get(key), theirs.get(key)];
      const memberPath = [...path, key];
      if (b && t) {
        this.#mergeKeySpelling(b, m, t);
        this.#mergeValues({ base: b.value, mine: m.value, theirs: t.value }, memberPath, three.mine);
      } else if (b && this.#sides.isSame('base', b.value, 'mine', m.value)) {
        removed.add(key);
      } else if (b || (t && !this.#sides.isSame('theirs', t.value, 'mine', m.value))) {
        this.#conflicts.push({
          path: memberPath,
          base: b?.value ?? three.base,
          mine: m.value,
          theirs: t?.value ?? three.theirs,
        });
      }
    }
    const added: JsonMemberNode[] = [];
    for (const [key, t] of theirs) {
      const b = base.get(key)?.value;
      if (mine.has(key)) continue;
      if (!b) added.push(t);
      else if (!this.#sides.isSame('base', b, 'theirs', t.value))
        this.#conflicts.push({ path: [...path, key], base: b, mine: three.mine, theirs: t.value });
    }
    for (const key of [...removed, ...added.map((member) => member.key)]) this.#taken.push([...path, key]);
    if (removed.size + added.length > 0) this.#rewriteObject(three, removed, added, parent);
  }

  /** A key with other escapes is the same key; their spelling counts only if I kept the base's. */
  #mergeKeySpelling(base: JsonMemberNode, mine: JsonMemberNode, theirs: JsonMemberNode): void {
    const oldKey = this.#base.slice(base.keyFrom, base.keyTo);
    const myKey = this.#mine.text.slice(mine.keyFrom, mine.keyTo);
    const theirKey = this.#theirs.slice(theirs.keyFrom, theirs.keyTo);
    if (myKey !== oldKey || theirKey === oldKey) return;
    this.#edits.push({ offset: mine.keyFrom, length: myKey.length, text: theirKey });
  }

  /** An added member goes after the key that it follows in theirs. */
  #rewriteObject(
    { mine, theirs }: ThreeSides<JsonObjectNode>,
    removed: ReadonlySet<string>,
    added: readonly JsonMemberNode[],
    parent: JsonContainerNode | undefined,
  ): void {
    const isAdded = new Set(added);
    const followers = new Map<string | undefined, NewEntry[]>();
    const kept = new Set(mine.members.map(({ key }) => key).filter((key) => !removed.has(key)));
    let anchor: string | undefined;
    for (const member of theirs.members) {
      if (kept.has(member.key)) anchor = member.key;
      if (!isAdded.has(member)) continue;
      const rawKey = this.#theirs.slice(member.keyFrom, member.keyTo);
      const group = followers.get(anchor) ?? [];
      group.push({ ...this.#entry(member.value), rawKey });
      followers.set(anchor, group);
    }
    const plan: (number | NewEntry)[] = [...(followers.get(undefined) ?? [])];
    for (const [index, { key }] of mine.members.entries()) {
      if (!kept.has(key)) continue;
      plan.push(index);
      for (const entry of followers.get(key) ?? []) plan.push(entry);
    }
    for (const edit of rewriteEntries(this.#mine, mine, parent, plan)) this.#edits.push(edit);
  }

  #mergeLists(three: ThreeSides<JsonListNode>, path: JsonPath, parent: JsonContainerNode | undefined): void {
    const plan: PlannedItem[] = [];
    for (const chunk of cutIntoChunks(this.#sides, three)) this.#mergeChunk(chunk, plan, three, path);
    if (this.#repeatsItems(three, plan)) this.#conflicts.push({ path, ...three });
    if (plan.length === three.mine.items.length && plan.every(({ item }) => typeof item === 'number')) return;
    const entries = plan.map(({ item }) => (typeof item === 'number' ? item : this.#entry(item)));
    for (const edit of rewriteEntries(this.#mine, three.mine, parent, entries)) this.#edits.push(edit);
  }

  /** Adds the merged items of a chunk to the plan. */
  #mergeChunk(chunk: Chunk, plan: PlannedItem[], lists: ThreeSides<JsonListNode>, path: JsonPath): void {
    const decision = decideChunk(this.#sides, chunk);
    const chunkPath = [...path, plan.length];
    switch (decision.kind) {
      case 'merge':
        for (const [index, item] of decision.items.entries()) {
          this.#mergeValues(item, [...path, plan.length], lists.mine);
          plan.push({ item: chunk.mineFrom + index, id: mergedId(this.#sides.idsOf(item)) });
        }
        return;
      case 'theirs':
        if (chunk.theirs.length === 0) this.#taken.push(chunkPath);
        for (const item of chunk.theirs) {
          this.#taken.push([...path, plan.length]);
          plan.push({ item, id: this.#sides.idOf('theirs', item) });
        }
        return;
      case 'mine':
        if (decision.isConflict) {
          const [inMine, inTheirs] = findOwnItems(this.#sides, chunk);
          const mine = chunk.mine[inMine];
          const itemPath = mine ? [...path, plan.length + inMine] : path;
          this.#conflicts.push({ path: itemPath, base: lists.base, mine, theirs: chunk.theirs[inTheirs] });
        }
        for (const [index, item] of chunk.mine.entries())
          plan.push({ item: chunk.mineFrom + index, id: this.#sides.idOf('mine', item) });
    }
  }

  /** Whether both sides moved an item, each to another place. */
  #repeatsItems({ base, mine, theirs }: ThreeSides<JsonListNode>, plan: readonly PlannedItem[]): boolean {
    return hasRepeated([
      countIds(this.#sides.idsOfList('base', base.items)),
      countIds(this.#sides.idsOfList('mine', mine.items)),
      countIds(this.#sides.idsOfList('theirs', theirs.items)),
      countIds(plan.map(({ id }) => id)),
    ]);
  }

  /** A value of theirs; it keeps its lines unless all of theirs is on one line. */
  #entry(node: JsonNode): NewEntry {
    const entry = ownText(this.#theirs, node, lineIndent(this.#theirs, node.from));
    return this.#isTheirsMultiline ? entry : { text: entry.text };
  }
}

/** The id of the merged value; -1 for a value that is on none of the sides. */
function mergedId({ base, mine, theirs }: ValueIds): number {
  if (mine === base) return theirs;
  return theirs === base || theirs === mine ? mine : -1;
}

/** Undefined also for an object with a duplicate key, which is replaced as a whole. */
function asObjects({ base, mine, theirs }: ThreeSides): ThreeSides<JsonObjectNode> | undefined {
  if (base.kind !== 'object' || mine.kind !== 'object' || theirs.kind !== 'object') return undefined;
  return [base, mine, theirs].some(hasDuplicateKeys) ? undefined : { base, mine, theirs };
}

function asLists({ base, mine, theirs }: ThreeSides): ThreeSides<JsonListNode> | undefined {
  if (base.kind !== 'list' || mine.kind !== 'list' || theirs.kind !== 'list') return undefined;
  return { base, mine, theirs };
}

function membersByKey(node: JsonObjectNode): ReadonlyMap<string, JsonMemberNode> {
  return new Map(node.members.map((member) => [member.key, member]));
}

// Finds values that a merge would duplicate, because both sides moved them.
/** How often each id occurs. */
function countIds(ids: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/**
 * Whether a value of the base is in the result more often than the changes of both sides add up to: one side removed or
 * moved it, and the other one moved it too. The counts are those of base, mine, theirs and result.
 */
function hasRepeated([base, mine, theirs, result]: readonly ReadonlyMap<number, number>[]): boolean {
  for (const [id, b] of base ?? []) {
    const [m, t, r] = [mine, theirs, result].map((counts) => counts?.get(id) ?? 0);
    if (m === undefined || t === undefined || r === undefined) return true;
    if (r > Math.max(m + t - b, Math.min(m, t))) return true;
  }
  return false;
}

/** All objects and lists that are not empty. */
function* containersIn(node: JsonNode): Iterable<JsonNode> {
  const inner =
    node.kind === 'object' ? node.members.map(({ value }) => value) : node.kind === 'list' ? node.items : [];
  if (inner.length > 0) yield node;
  for (const child of inner) yield* containersIn(child);
}

// Finds conflicts that are still unresolved after a manual merge.
interface ManualMerge {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
  readonly result: string;
}

/** Those of the conflicts at `paths` where the result has the base's value again: both changes are gone. */
export function droppedConflicts(texts: ManualMerge, paths: readonly JsonPath[]): readonly JsonPath[] {
  const [base, mine, theirs, result] = [texts.base, texts.mine, texts.theirs, texts.result].map(readValues);
  if (!base || !mine || !theirs || !result) return [];
  return paths.filter((path) => {
    const before = base(path);
    return isSame(result(path), before) && !isSame(mine(path), before) && !isSame(theirs(path), before);
  });
}

type ReadValue = (path: JsonPath) => string | undefined;

/** Undefined for a text that is not JSON. */
function readValues(text: string): ReadValue | undefined {
  const root = parseJsonTree(text);
  if (!root) return undefined;
  return (path) => {
    const node = nodeAt(root, path);
    return node && text.slice(node.from, node.to);
  };
}

function isSame(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined ? a === b : isSameValue(a, b);
}
