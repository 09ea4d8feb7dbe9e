// The day of a date such as `2025-01-31T10:00:00`, as a browser's picker shows and changes it.

/** Empty if the text has none. */
export function dayOf(text: string): string {
  return /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(text)?.[0] ?? '';
}

/** Keeps the time. Undefined if nothing changes. @param picked empty if the picker was cleared */
export function replaceDay(text: string, picked: string): string | undefined {
  const day = dayOf(text);
  if (picked === '' || picked === day) return undefined;
  return day === '' ? picked : picked + text.slice(day.length);
}
