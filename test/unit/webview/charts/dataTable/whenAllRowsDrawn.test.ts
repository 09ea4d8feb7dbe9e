import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { whenAllRowsDrawn } from '#webview/charts/dataTable/whenAllRowsDrawn.ts';

const { requestAnimationFrame } = globalThis;
afterEach(() => {
  globalThis.requestAnimationFrame = requestAnimationFrame;
});

/** A table of which each frame draws a part; Node has neither frames nor pages. */
function tableDrawnIn(frames: number, isGoneAfter = Infinity) {
  let drawn = 0;
  globalThis.requestAnimationFrame = (next) => {
    drawn++;
    queueMicrotask(() => next(0));
    return drawn;
  };
  return {
    drawn: () => drawn,
    get isConnected() {
      return drawn < isGoneAfter;
    },
    querySelector: () => (drawn < frames ? {} : null),
  };
}

test('a picture of a table waits until all rows are drawn', async () => {
  const table = tableDrawnIn(5);
  await whenAllRowsDrawn(table);
  assert.equal(table.drawn(), 5);
});

test('a picture does not wait for a table that is drawn already', async () => {
  const whole = tableDrawnIn(0);
  await whenAllRowsDrawn(whole);
  assert.equal(whole.drawn(), 0);
});

test('there is no picture of a table that the page no longer shows', async () => {
  const gone = tableDrawnIn(Infinity, 3);
  await assert.rejects(whenAllRowsDrawn(gone), /it is no longer shown/);
  assert.equal(gone.drawn(), 3);
});
