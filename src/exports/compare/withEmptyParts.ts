import type { MemberCount } from './memberStore.ts';

/** The parts, including the empty ones that people look for: in one file alone, and in all. */
export function withEmptyParts(parts: readonly MemberCount[], fileCount: number): readonly MemberCount[] {
  const all = (1 << fileCount) - 1;
  const wanted = new Set([...Array.from({ length: fileCount }, (_, file) => 1 << file), all]);
  const missing = [...wanted].filter((files) => !parts.some((part) => part.files === files));
  return [...parts, ...missing.map((files) => ({ files, isChanged: false, persons: 0 }))];
}
