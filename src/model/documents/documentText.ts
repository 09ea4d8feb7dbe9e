// The text of a document: cut out of the service's answer, laid out for people, and made into the body of a change.
import type { DocumentRef } from './documentUri.ts';
import { formatJson } from '#json/format.ts';
import { JsonTextError, memberBody, sliceMember } from '#json/rawMember.ts';
import { JsonTokenizer } from '#json/tokenizer.ts';
import { checkJsonObject, type JsonProblem } from '#json/check.ts';
import { isSameValue as isSameJson } from '#json/sameValue.ts';
import { parseJsonTree } from '#json/tree.ts';
import type { RecordKind } from '#model/records/recordRef.ts';

/** What of a record can be edited, in the order in which its document shows it (the interface, sections 4.1 and 4.2). */
export const editableFields = {
  dashboard: ['name', 'description', 'pinned', 'tags', 'filters', 'restriction_level'],
  cohort: ['name', 'description', 'filters', 'groups', 'is_static'],
} as const satisfies Record<RecordKind, readonly string[]>;

/** A field that a record's document may not lose or gain, because a save could not say so to the service. */
export class DocumentFieldError extends Error {
  override readonly name = 'DocumentFieldError';
  readonly problem: 'missing' | 'unknown' | 'repeated';
  readonly field: string;
  constructor(problem: 'missing' | 'unknown' | 'repeated', field: string) {
    super(`A ${problem} field: ${field}`);
    this.problem = problem;
    this.field = field;
  }
}

/** The document's part of an answer, as it came; what an answer has none of is empty. */
export function sliceDocument({ part, kind }: DocumentRef, answer: string): string {
  if (part !== 'record') return sliceMember(answer, part) ?? (part === 'groups' ? '[]' : '{}');
  const members = editableFields[kind].flatMap((field) => {
    const raw = sliceMember(answer, field);
    return raw === undefined ? [] : [`${JSON.stringify(field)}: ${raw}`];
  });
  return `{${members.join(', ')}}`;
}

/** As the editor shows it: laid out by its tokens, with a line break at its end. */
export function layOut(raw: string): string {
  if (!raw.trimStart().startsWith('[')) return `${formatJson(raw)}\n`;
  // No JSON token holds a line break, so that the indentation of the object around it can be taken away again.
  const wrapped = formatJson(`{"": ${raw}}`);
  return `${(sliceMember(wrapped, '') ?? raw).replaceAll('\n  ', '\n')}\n`;
}

/** What is wrong with the text; errors keep it from being sent. Groups may be a list, all else is an object. */
export function checkDocument(part: DocumentRef['part'], text: string): readonly JsonProblem[] {
  if (part !== 'groups' || text.trim() === '') return checkJsonObject(text);
  const wrapped = `${wrapStart}${text}}`;
  const problems = checkJsonObject(wrapped).map((problem) => ({
    ...problem,
    offset: Math.min(Math.max(0, problem.offset - wrapStart.length), text.length),
  }));
  if (problems.some(({ severity }) => severity === 'error')) return problems;
  const value = sliceMember(wrapped, 'groups') ?? '';
  const start = text.length - text.trimStart().length;
  if (value === text.trim()) {
    if (value.startsWith('[') || value.startsWith('{')) return problems;
    return [{ code: 'notAnObject', severity: 'error', offset: start, length: value.length }];
  }
  return [{ code: 'afterEnd', severity: 'error', offset: start + value.length, length: 1 }];
}

/**
 * The body that makes the service's text the document's; undefined where it has nothing to change. `base` is the
 * service's text as it is now. Throws JsonTextError and DocumentFieldError.
 */
export function bodyOf({ part, kind }: DocumentRef, text: string, base: string): string | undefined {
  if (part === 'filters') return memberBody('filters', text);
  const problem = checkDocument(part, text).find(({ severity }) => severity === 'error');
  if (problem) throw new JsonTextError(problem);
  if (part === 'groups') return `{"groups": ${text}}`;
  const [mine, theirs] = [membersOf(text), membersOf(base)];
  checkFields(kind, mine, theirs);
  const changed = mine.filter(([field, value]) => {
    const other = theirs.find(([name]) => name === field)?.[1];
    return other === undefined || !isSameSpelling(other, value);
  });
  if (changed.length === 0) return undefined;
  return `{${changed.map(([field, value]) => `${JSON.stringify(field)}: ${value}`).join(', ')}}`;
}

/** Whether two texts have the same tokens; only space may differ. */
export function isSameSpelling(a: string, b: string): boolean {
  const [mine, theirs] = [new JsonTokenizer(a), new JsonTokenizer(b)];
  for (;;) {
    const kind = mine.next();
    if (theirs.next() !== kind) return false;
    if (kind === 'end') return true;
    if (a.slice(mine.start, mine.end) !== b.slice(theirs.start, theirs.end)) return false;
  }
}

/** Whether two texts of JSON hold the same value. Most come back as they were sent, which is told much sooner. */
export function isSameContent(a: string, b: string): boolean {
  return isSameSpelling(a, b) || isSameJson(a, b, 'lastWins');
}

/** Whether a parsed record has the values that the raw text of its document has. */
export function isSameValue({ part }: DocumentRef, raw: string, record: object): boolean {
  const known: unknown = JSON.parse(raw);
  if (part !== 'record') return !Object.hasOwn(record, part) || isSame(known, Reflect.get(record, part));
  return Object.entries(Object(known)).every(
    ([field, value]) => !Object.hasOwn(record, field) || isSame(value, Reflect.get(record, field)),
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const wrapStart = '{"groups": ';

type Members = readonly (readonly [field: string, raw: string])[];

function membersOf(text: string): Members {
  const root = parseJsonTree(text);
  if (root?.kind !== 'object') return [];
  return root.members.map(({ key, value }) => [key, text.slice(value.from, value.to)] as const);
}

function checkFields(kind: RecordKind, mine: Members, theirs: Members): void {
  const known: readonly string[] = editableFields[kind];
  const seen = new Set<string>();
  for (const [field] of mine) {
    if (!known.includes(field)) throw new DocumentFieldError('unknown', field);
    if (seen.has(field)) throw new DocumentFieldError('repeated', field);
    seen.add(field);
  }
  const missing = theirs.find(([field]) => !seen.has(field));
  if (missing) throw new DocumentFieldError('missing', missing[0]);
}
