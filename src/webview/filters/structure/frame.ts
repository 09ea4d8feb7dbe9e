// Around the groups: the sentence, the time of a dashboard, what the text has besides, and what to say where there is
// nothing to draw.
import { itemsOf, type FilterGroup, type FilterShape } from '#filters/shape.ts';
import { describeFilters } from '#filters/describeFilters.ts';
import { firstJsonError, type JsonProblem } from '#json/check.ts';
import { describeJsonProblem } from '#json/problemMessage.ts';
import { t } from '#webview/elements/translate.ts';
import type { Problem } from '#webview/filters/problems/problem.ts';
import { otherControls, otherKeys } from './conditions.ts';
import { dateControls } from './dates.ts';
import { adders, rootGroup } from './items.ts';
import { draw, h, iconPiece, type Child, type Piece } from './render.ts';
import type { RenderContext } from './renderContext.ts';

export interface Frame {
  /** The last that could be read. */
  readonly shape: FilterShape | undefined;
  /** The text where it is no JSON. */
  readonly text: string;
  readonly length: number;
  readonly state: 'shown' | 'invalid' | 'tooLarge' | 'unread';
  /** Those that belong to no item. */
  readonly problems: readonly Problem[];
  readonly showError: (problem: JsonProblem | undefined) => void;
  readonly showText: () => void;
}

export function drawFrame(element: HTMLElement, scene: RenderContext, frame: Frame): void {
  const { shape, state } = frame;
  if (state === 'tooLarge') return draw(element, [tooLarge(frame)]);
  if (state === 'shown' && shape) return draw(element, [body(scene, shape, frame)]);
  // What was drawn last stays, for the eye alone.
  draw(element, [
    invalid(frame),
    h('div', { class: bodyClass(shape), key: 'body', inert: true, frozen: true }),
  ]);
}

function body(scene: RenderContext, shape: FilterShape, frame: Frame): Piece {
  const { group, oddProperties, dates } = shape;
  const isOdd = oddProperties !== undefined;
  return h(
    'div',
    { class: bodyClass(shape), key: 'body' },
    h('p', { class: 'sentence' }, describeFilters(shape, t)),
    general(frame.problems),
    dates && dateControls(scene, dates),
    group && rootGroup(scene, group),
    isOdd &&
      h('div', { class: 'row odd' }, h('div', { class: 'controls' }, otherControls(scene, oddProperties))),
    !group && !isOdd && nothingYet(scene),
    otherKeys(scene, { node: shape.root, path: [], otherKeys: shape.otherKeys }, t('Also in the text:')),
    suggestions(shape),
  );
}

/** Groups in groups that are indented as far as the words between their items need. */
const maxIndented = 4;

function bodyClass(shape: FilterShape | undefined): string {
  const isDeep = shape?.group !== undefined && depthOf(shape.group) > maxIndented;
  return isDeep ? 'structure-body deep' : 'structure-body';
}

function depthOf({ items }: FilterGroup): number {
  return 1 + Math.max(0, ...items.map((item) => (item.kind === 'group' ? depthOf(item) : 0)));
}

function nothingYet(scene: RenderContext): Piece {
  const words =
    scene.shape.kind === 'cohort'
      ? t('Conditions say who belongs to the cohort. A static cohort needs none.')
      : t('Nothing is filtered by properties.');
  return h('div', { class: 'nothing' }, h('p', {}, words), !scene.isReadonly && adders(scene, undefined));
}

function invalid({ text, shape, showError }: Frame): Piece {
  const problem = firstJsonError(text);
  const words = problem ? describeJsonProblem(problem, t) : t('Nested too deep to be shown here.');
  return h(
    'div',
    { class: 'structure-note', key: 'note', role: 'status' },
    iconPiece('warning'),
    h(
      'span',
      {},
      shape
        ? t('The text is not valid JSON, so this is its last structure: {0}', words)
        : t('The text is not valid JSON: {0}', words),
    ),
    h('button', { type: 'button', class: 'link', onclick: () => showError(problem) }, t('Go to the Error')),
  );
}

function tooLarge({ length, showText }: Frame): Piece {
  const size = (length / 1_000_000).toFixed(1);
  return h(
    'div',
    { class: 'structure-note', key: 'note', role: 'status' },
    iconPiece('info'),
    h('span', {}, t('This text is too large to be shown as structure ({0} million characters).', size)),
    h('button', { type: 'button', class: 'link', onclick: showText }, t('Edit as Text')),
  );
}

function general(problems: readonly Problem[]): Child {
  if (problems.length === 0) return false;
  return h(
    'ul',
    { class: 'problem-list' },
    problems.map(({ severity, message }) =>
      h('li', { class: `problem-row problem-row-${severity}` }, iconPiece(severity), h('span', {}, message)),
    ),
  );
}

/** Keys and events that the document uses already. */
function suggestions({ group }: FilterShape): Piece {
  const keys = new Set<string>();
  const events = new Set<string>();
  for (const item of group ? itemsOf(group) : []) {
    if (item.kind === 'property') keys.add(item.key.text);
    else if (item.kind === 'behavior') events.add(item.key.text);
  }
  const list = (id: string, values: Iterable<string>) =>
    h(
      'datalist',
      { id },
      [...values].slice(0, 200).map((value) => value !== '' && h('option', { value })),
    );
  const dates = ['-1d', '-7d', '-30d', '-90d', '-1y'];
  return h(
    'div',
    { hidden: true },
    list('property-keys', keys),
    list('event-names', events),
    list('relative-dates', dates),
  );
}
