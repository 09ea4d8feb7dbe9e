// Lines that hold nothing but what only the service writes into conditions.
import { serviceKeyRuns } from '#filters/serviceKeys.ts';

export interface LineFold {
  /** The line above, which stays: VS Code's JSON support has a fold on the line where a list begins. */
  readonly start: number;
  readonly end: number;
}

/** A longer text would take too long to read after each pause in typing, in code units. */
const maxLength = 1_000_000;

/** Lines count from 0. None if the keys share a line with others. */
export function findServiceKeyFolds(text: string): readonly LineFold[] {
  if (text.length > maxLength) return [];
  const folds: LineFold[] = [];
  let [line, at] = [0, 0];
  for (const { from, to } of serviceKeyRuns(text)) {
    line += countLines(text, at, from);
    const end = line + countLines(text, from, to);
    const isAlone = text.slice(text.lastIndexOf('\n', from) + 1, from).trim() === '';
    if (isAlone && line > 0) folds.push({ start: line - 1, end });
    [line, at] = [end, to];
  }
  return folds;
}

function countLines(text: string, from: number, to: number): number {
  return text.slice(from, to).split('\n').length - 1;
}
