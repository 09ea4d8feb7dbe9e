/** A time as the service writes it: ISO 8601, UTC, microseconds. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z');
}
