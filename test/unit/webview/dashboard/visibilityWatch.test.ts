import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { DrawQueue } from '#webview/charts/drawQueue.ts';
import { VisibilityWatch } from '#webview/dashboard/visibilityWatch.ts';

function start() {
  const frames: (() => void)[] = [];
  const observed = new Set<Element>();
  const drawn: string[] = [];
  let report: ((entries: readonly { target: Element; isIntersecting: boolean }[]) => void) | undefined;
  const watch = new VisibilityWatch(
    (take) => {
      report = take;
      return {
        observe: (element) => void observed.add(element),
        unobserve: (element) => void observed.delete(element),
        disconnect: () => observed.clear(),
      };
    },
    new DrawQueue((callback) => frames.push(callback)),
  );
  const element = (name: string): Element => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only its identity counts
    const made = {} as Element;
    watch.whenSeen(made, () => drawn.push(name));
    return made;
  };
  /** In one call of the observer, in this order. Only of elements that are observed, as in a browser. */
  const move = (target: Element, ...states: ('in' | 'out')[]): void => {
    if (observed.has(target)) report?.(states.map((state) => ({ target, isIntersecting: state === 'in' })));
  };
  const nextFrame = async (): Promise<string> => {
    for (const callback of frames.splice(0)) callback();
    await delay(0); // Preact's renders
    return drawn.splice(0).join();
  };
  return { element, move, nextFrame };
}

test('an element in sight is drawn once', async () => {
  const { element, move, nextFrame } = start();
  const tile = element('tile');
  move(tile, 'in');
  assert.equal(await nextFrame(), 'tile');
  move(tile, 'out', 'in');
  assert.equal(await nextFrame(), '');
});

test('an element that was in sight for a moment is not drawn', async () => {
  const { element, move, nextFrame } = start();
  const tile = element('tile');
  move(tile, 'in');
  move(tile, 'out');
  assert.equal(await nextFrame(), '');
});

test('an element that was in sight for a moment is drawn when it comes back', async () => {
  const { element, move, nextFrame } = start();
  const [inOneCall, inTwo] = [element('in one call'), element('in two')];
  move(inOneCall, 'in', 'out');
  move(inTwo, 'in');
  move(inTwo, 'out');
  assert.equal(await nextFrame(), '');
  for (const tile of [inOneCall, inTwo]) move(tile, 'in');
  assert.equal(await nextFrame(), 'in one call,in two');
});
