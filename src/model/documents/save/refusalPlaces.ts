// What a service refuses of a text, each reason at its place.
import type { ApiError } from '#api/apiError.ts';
import { locateAttr, locatePath } from '#json/locateAttr.ts';
import type { TextSpan } from '#model/documents/documentPlaces.ts';
import type { DocumentRef } from '#model/documents/documentUri.ts';

export interface RefusalPlace extends TextSpan {
  /** The service's words; of several reasons at one place, each in a line. */
  readonly message: string;
}

/** The whole text if the service names no place, or one that the text does not have. */
export function refusalPlaces(
  { part }: Pick<DocumentRef, 'part'>,
  text: string,
  { attr, detail, message, reasons = [] }: ApiError,
): readonly RefusalPlace[] {
  const whole = { from: 0, to: text.length, missing: undefined };
  if (reasons.length === 0) {
    const place =
      attr === undefined ? undefined : locateAttr(text, attr, part === 'record' ? 'record' : 'field');
    const { from, to } = place ?? whole;
    return [{ from, to, message: detail ?? message }];
  }
  const byPlace = new Map<string, RefusalPlace>();
  for (const reason of reasons) {
    const fields = part === 'record' && attr !== undefined ? [attr, ...reason.path] : reason.path;
    const { from, to, missing } = locatePath(text, fields) ?? whole;
    const words = missing === undefined ? reason.message : `${missing}: ${reason.message}`;
    const key = `${from} ${to}`;
    const known = byPlace.get(key)?.message.split('\n') ?? [];
    byPlace.set(key, { from, to, message: [...new Set([...known, words])].join('\n') });
  }
  return [...byPlace.values()];
}
