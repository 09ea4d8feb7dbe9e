// What changes in a text, as a unified diff of few lines.
import { diff } from 'node:util';

/** Lines of a diff that a person reads. */
export const maxDiffLines = 60;
/** Lines around a change. */
const context = 3;
/** Of each text, between what is the same at both ends: more are shown as replaced, because comparing them would take seconds. */
const maxCompared = 1500;

type Line = readonly [sign: ' ' | '-' | '+', text: string];

/** The lines of the diff, without a header. */
export function unifiedDiff(before: string, after: string): readonly string[] {
  const lines = compareLines(before.trimEnd().split('\n'), after.trimEnd().split('\n'));
  const isNear = nearChanges(lines);
  const shown: string[] = [];
  let [oldLine, newLine] = [1, 1];
  for (const [index, [sign, text]] of lines.entries()) {
    if (isNear[index]) {
      if (!isNear[index - 1]) shown.push(`@@ -${oldLine} +${newLine} @@`);
      shown.push(`${sign}${text}`);
    }
    if (sign !== '+') oldLine++;
    if (sign !== '-') newLine++;
  }
  return shown;
}

function compareLines(before: readonly string[], after: readonly string[]): readonly Line[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const room = Math.min(before.length, after.length) - start;
  while (end < room && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const [old, now] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const same = (lines: readonly string[]) => lines.map((text): Line => [' ', text]);
  return [...same(before.slice(0, start)), ...middle(old, now), ...same(before.slice(before.length - end))];
}

function middle(old: readonly string[], now: readonly string[]): readonly Line[] {
  if (old.length === 0 || now.length === 0 || Math.max(old.length, now.length) > maxCompared)
    return [...old.map((text): Line => ['-', text]), ...now.map((text): Line => ['+', text])];
  // Node's own names are the other way around: 1 is only in the first.
  return diff([...old], [...now]).map(([kind, text]): Line => [
    kind === 0 ? ' ' : kind === 1 ? '-' : '+',
    text,
  ]);
}

function nearChanges(lines: readonly Line[]): readonly boolean[] {
  const near = lines.map(() => false);
  for (const [index, [sign]] of lines.entries())
    if (sign !== ' ')
      near.fill(true, Math.max(0, index - context), Math.min(lines.length, index + context + 1));
  return near;
}
