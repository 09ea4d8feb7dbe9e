// The text of a document: cut out of the service's response and laid out for people.
import type { DocumentRef } from './documentUri.ts';
import { formatJson } from '#json/formatJson.ts';
import { checkJsonObject, type JsonProblem } from '#json/checkJsonObject.ts';
import { parseJsonTree, sliceMember } from '#json/jsonTree.ts';
import type { RecordKind } from '#model/records/recordRef.ts';

/** What of a record can be edited, in the order in which its document shows it. */
export const editableFields = {
  dashboard: ['name', 'description', 'pinned', 'tags', 'filters', 'restriction_level'],
  cohort: ['name', 'description', 'filters', 'groups', 'is_static'],
} as const satisfies Record<RecordKind, readonly string[]>;

/** The document's part of a response, as raw text; empty if the response lacks it. */
export function sliceDocument({ part, kind }: DocumentRef, answer: string): string {
  if (part !== 'record') return sliceMember(answer, part) ?? (part === 'groups' ? '[]' : '{}');
  return joinMembers(
    editableFields[kind].flatMap((field) => {
      const raw = sliceMember(answer, field);
      return raw === undefined ? [] : [[field, raw] as const];
    }),
  );
}

/** The text as the editor shows it: laid out by its tokens, with one line break at its end, also if `raw` has some. */
export function layOut(raw: string): string {
  if (!raw.trimStart().startsWith('[')) return `${formatJson(raw.trim())}\n`;
  // No JSON token holds a line break, so the indentation of the object around it can be removed again.
  const wrapped = formatJson(`{"": ${raw}}`);
  return `${(sliceMember(wrapped, '') ?? raw).replaceAll('\n  ', '\n')}\n`;
}

/** The text with the white space at the end of another one: beside it, no line break looks like a change. */
export function withEndOf(other: string, text: string): string {
  return text.trimEnd() + other.slice(other.trimEnd().length);
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

const wrapStart = '{"groups": ';

/** The members of an object: their keys, and the text of their values. */
export type DocumentMembers = readonly (readonly [field: string, raw: string])[];

/** Empty if the text is not a JSON object. */
export function membersOf(text: string): DocumentMembers {
  const root = parseJsonTree(text);
  if (root?.kind !== 'object') return [];
  return root.members.map(({ key, value }) => [key, text.slice(value.from, value.to)] as const);
}

export function joinMembers(members: DocumentMembers): string {
  return `{${members.map(([field, raw]) => `${JSON.stringify(field)}: ${raw}`).join(', ')}}`;
}
