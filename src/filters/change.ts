// A change of filters: the edits of one or more steps, each made to the text that the step before it left.
import { applyEdits, type TextEdit } from '#json/format.ts';
import type { JsonEdits } from '#json/edit.ts';
import type { JsonPath } from '#json/tree.ts';
import type { FilterShape } from './shape.ts';

/** Edits of the text one after the other: each stage is made to the text that the one before it has left. */
export interface FilterChange {
  readonly stages: readonly (readonly TextEdit[])[];
  readonly text: string;
  /** Where what was changed stands afterwards. */
  readonly path: JsonPath;
}

export type Change = FilterChange | undefined;
export type Step = (text: string) => JsonEdits;

/** Undefined where one of the steps is not possible. `path`: where what was changed stands afterwards. */
export function runSteps(shape: FilterShape, path: JsonPath, steps: readonly Step[]): Change {
  const stages: (readonly TextEdit[])[] = [];
  let { text } = shape;
  for (const step of steps) {
    const edits = step(text);
    if (!edits) return undefined;
    stages.push(edits);
    text = applyEdits(text, edits);
  }
  return { stages, text, path };
}
