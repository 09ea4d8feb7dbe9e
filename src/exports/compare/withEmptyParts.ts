import type { MemberCount } from './memberStore.ts';

/** The parts, with an empty one for each other combination of files: that nobody is in it is also an answer. */
export function withEmptyParts(parts: readonly MemberCount[], fileCount: number): readonly MemberCount[] {
  const all = Array.from({ length: (1 << fileCount) - 1 }, (_, index) => index + 1);
  const missing = all.filter((files) => !parts.some((part) => part.files === files));
  return [...parts, ...missing.map((files) => ({ files, isChanged: false, persons: 0 }))];
}
