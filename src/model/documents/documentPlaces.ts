// What is at which place of a document's text: what moves with edits, what may be wrong, which cohorts, and what can be
// fixed or folded.
import { type FilterShape, itemsOf } from '#filters/filterShape.ts';
import { describeIncomplete, findIncomplete, type IncompleteCondition } from '#filters/findIncomplete.ts';
import {
  findMisspelled,
  findUnknownDates,
  findUnknownOperators,
  type UnknownOperator,
} from '#filters/findUnknown.ts';
import { flattenGroups } from '#filters/itemEdits.ts';
import { propertyOperators } from '#filters/operators.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import { parseRelativeDate } from '#filters/parseRelativeDate.ts';
import { serviceKeyRuns } from '#filters/serviceKeys.ts';
import type { FormatOptions, TextEdit } from '#json/formatJson.ts';
import type { RecordKind } from '#model/records/recordRef.ts';
import { displayText } from '#text/displayText.ts';
import type { Translate } from '#text/translate.ts';
import type { DocumentRef } from './documentUri.ts';

// A place in a text that moves along while the text is edited elsewhere.

/** Offsets of UTF-16 code units; `to` is the first one behind the place. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** One change of an event of the editor; its changes come from the text's end to its start. */
export interface SpanChange {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/**
 * Where the place is after the changes; undefined if one of them touched it. An insertion directly beside
 * it does not count.
 */
export function moveSpan(place: TextSpan, changes: readonly SpanChange[]): TextSpan | undefined {
  let { from, to } = place;
  for (const { rangeOffset, rangeLength, text } of changes) {
    if (rangeOffset >= to) continue;
    if (rangeOffset + rangeLength > from) return undefined;
    from += text.length - rangeLength;
    to += text.length - rangeLength;
  }
  return { from, to };
}

// What may be wrong with the conditions of a filters document, in words: a missing name, a misspelled type, an unknown
// operator or date.
interface ConditionMark {
  readonly kind: 'incomplete' | 'misspelled' | 'unknownOperator' | 'unknownDate';
  /** One sentence. */
  readonly message: string;
  /** The offsets of the name or date. */
  readonly from: number;
  readonly to: number;
  /** Nothing was typed into the condition since it was added. */
  readonly isUntouched: boolean;
}

/** A longer text would take too long to read after each pause in typing, in code units. */
const maxLength = 1_000_000;
/** UTF-16 units. */
const maxOperatorLength = 40;

/** None if the document has no filters, or the text is not JSON. */
export function incompleteConditions(
  { part, kind }: DocumentRef,
  text: string,
): readonly IncompleteCondition[] {
  const shape = part === 'filters' ? readShape(text, kind) : undefined;
  return shape ? findIncomplete(shape) : [];
}

const operators = [...propertyOperators((text) => text).keys()];

/** The place of a suggested operator among those that the structure offers, because a schema has no order; −1 for all else. */
export function operatorRank(suggested: string): number {
  return operators.indexOf(suggested.replaceAll('"', ''));
}

/** None if the text is not JSON. @param kind whose filters these are */
export function conditionMarks(text: string, kind: RecordKind, t: Translate): readonly ConditionMark[] {
  const shape = readShape(text, kind);
  if (!shape) return [];
  const mark = (
    fault: ConditionMark['kind'],
    message: string,
    { from, to }: TextSpan,
    isUntouched = false,
  ): ConditionMark => ({ kind: fault, message, from, to, isUntouched });
  return [
    ...findIncomplete(shape).map(({ missing, place, isUntouched }) =>
      mark('incomplete', describeIncomplete(missing, t), place, isUntouched),
    ),
    ...findMisspelled(shape).map(({ correction, place }) =>
      mark('misspelled', t('Unknown type. Did you mean “{0}”?', correction), place),
    ),
    ...findUnknownOperators(shape).map((unknown) =>
      mark('unknownOperator', describeUnknownOperator(unknown, t), unknown.place),
    ),
    ...findUnknownDates(shape).map(({ text: date, place }) =>
      mark('unknownDate', describeUnknownDate(date, t), place),
    ),
  ];
}

function readShape(text: string, kind: RecordKind): FilterShape | undefined {
  return text.length <= maxLength ? parseFilterShape(text, kind) : undefined;
}

function describeUnknownOperator({ operator, correction }: UnknownOperator, t: Translate): string {
  const shown = displayText(operator, maxOperatorLength);
  return correction === undefined
    ? t('Unknown operator “{0}”. Services reject or ignore such a condition.', shown)
    : t('Unknown operator “{0}”. Did you mean “{1}”?', shown, correction);
}

function describeUnknownDate(date: string, t: Translate): string {
  const meant = parseRelativeDate(date, t);
  return meant === undefined
    ? t('Unknown date. Enter a date, such as 2025-01-31, or a length of time, such as -30d.')
    : t('Unknown date. Did you mean “{0}”?', meant);
}

// The cohorts that a text refers to by their ids.
interface CohortReference {
  readonly id: number;
  /** The offsets of the id in the text. */
  readonly from: number;
  readonly to: number;
}

/** None if the text is not JSON. @param kind whose filters these are */
export function findCohortReferences(text: string, kind: RecordKind): readonly CohortReference[] {
  const group = readShape(text, kind)?.group;
  if (!group) return [];
  return [...itemsOf(group)].flatMap((item): CohortReference[] => {
    if (item.kind !== 'cohort' || !item.value.node || !/^\d{1,15}$/.test(item.value.text)) return [];
    return [{ id: Number(item.value.text), from: item.value.node.from, to: item.value.node.to }];
  });
}

/**
 * A quick fix for a text that newer services reject: the groups of a dashboard's filters as a plain list. Undefined if the
 * document has no groups to flatten.
 */
export function flattenGroupsFix(
  { kind, part }: DocumentRef,
  text: string,
  options?: FormatOptions,
): readonly TextEdit[] | undefined {
  if (kind !== 'dashboard' || part !== 'filters') return undefined;
  const shape = parseFilterShape(text, 'dashboard');
  return shape && flattenGroups(shape, options)?.stages.flat(); // it has one stage
}

// Lines that hold nothing but what only the service writes into conditions.
interface LineFold {
  /** The line above, which stays: VS Code's JSON support has a fold on the line where a list begins. */
  readonly start: number;
  readonly end: number;
}

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
