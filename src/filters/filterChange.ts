// A change of filters: the edits of one or more steps, each made to the text that the step before it left.
import { applyEdits, type TextEdit } from '#json/formatJson.ts';
import type { JsonEdits } from '#json/editValue.ts';
import type { JsonPath } from '#json/jsonTree.ts';
import type { FilterShape } from './filterShape.ts';

/** Each stage's edits are for the text after the stage before it. */
export interface FilterChange {
  readonly stages: readonly (readonly TextEdit[])[];
  readonly text: string;
  /** The path of the changed item afterwards. */
  readonly path: JsonPath;
}

export type Change = FilterChange | undefined;
export type EditStep = (text: string) => JsonEdits;

/** Undefined if a step is not possible. `path`: of the changed item afterwards. */
export function runSteps(shape: FilterShape, path: JsonPath, steps: readonly EditStep[]): Change {
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
