export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
