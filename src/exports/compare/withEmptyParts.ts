import type { MemberCount } from './memberStore.ts';

/**
 * The parts, with an empty one for each other combination of files: that nobody is in it is also an answer. Where properties
 * are compared, those who are in all files are two parts.
 */
export function withEmptyParts(
  parts: readonly MemberCount[],
  fileCount: number,
  comparesProperties = false,
): readonly MemberCount[] {
  const everywhere = (1 << fileCount) - 1;
  const all = Array.from({ length: everywhere }, (_, index) => ({ files: index + 1, isChanged: false }));
  if (comparesProperties) all.push({ files: everywhere, isChanged: true });
  const missing = all.filter(
    ({ files, isChanged }) => !parts.some((part) => part.files === files && part.isChanged === isChanged),
  );
  return [...parts, ...missing.map((part) => ({ ...part, persons: 0 }))];
}
