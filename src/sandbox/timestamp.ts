/** A moment as the service writes it: ISO 8601 in UTC with six digits of a second. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z');
}
