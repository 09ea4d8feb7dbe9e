// The text of a document as the body of the PATCH that saves it.
import { JsonTextError, memberBody } from '#json/rawMember.ts';
import { isSameSpelling } from '#json/sameValue.ts';
import type { RecordKind } from '#model/records/recordRef.ts';
import {
  checkDocument,
  type DocumentMembers,
  editableFields,
  joinMembers,
  membersOf,
} from '#model/documents/documentText.ts';
import type { DocumentRef } from '#model/documents/documentUri.ts';

/** A field that the document of a whole record may not lose or gain: a PATCH cannot express it. */
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

/**
 * The body of the request that makes the service's text equal to the document's; undefined if nothing would change.
 * `base`: the service's present text. Throws JsonTextError and DocumentFieldError.
 */
export function patchBodyOf({ part, kind }: DocumentRef, text: string, base: string): string | undefined {
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
  return joinMembers(changed);
}

function checkFields(kind: RecordKind, mine: DocumentMembers, theirs: DocumentMembers): void {
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
