// What is drawn in shades: the cells of a retention grid, and the edges of ways.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { heatOf, maxHeat } from '#webview/charts/kinds/retention.tsx';
import { contrast, linear, over } from '../contrast.ts';

const css = readFileSync('src/webview/charts/charts.css', 'utf8');

/** In the order of the file: those of dark themes, then those of light ones. */
function colorsNamed(name: string): readonly string[] {
  return [...css.matchAll(new RegExp(`^ {2}--${name}: (#\\w{6});`, 'gm'))].map(([, color = '']) => color);
}

function numberIn(selector: string, property: string): number {
  const [, value] = new RegExp(`^\\${selector} \\{[^}]*${property}: ([\\d.]+)`, 'm').exec(css) ?? [];
  return Number(value);
}

/** Of tiles and texts; `kind` is a place in what `colorsNamed` returns. */
const themes = [
  { name: 'Dark 2026', kind: 0, ground: '#202122', foreground: '#bfbfbf' },
  { name: 'Dark High Contrast', kind: 0, ground: '#0c141f', foreground: '#ffffff' },
  { name: 'Light 2026', kind: 1, ground: '#fafafd', foreground: '#202020' },
  { name: 'Light High Contrast', kind: 1, ground: '#ffffff', foreground: '#292929' },
] as const;

const steps = Array.from({ length: maxHeat + 1 }, (_, step) => step);
const strongFrom = Math.min(...steps.slice(1).filter((step) => css.includes(`.h${step},`)));
const shareOfStep = (step: number) => (step === 0 ? 0 : numberIn(`.h${step}`, '--share') / 100);

test('more persons have a darker cell, even if they are few, and impossible values have none', () => {
  assert.deepEqual([0, 0.01, 0.04, 0.1, 0.25, 0.6, 0.95, 1].map(heatOf), [0, 1, 2, 3, 5, 8, 10, 10]);
  assert.deepEqual([null, -1, 7].map(heatOf), [0, 0, 10]);
});

for (const { name, kind, ground, foreground } of themes)
  describe(`in ${name}`, () => {
    const cell = (step: number) => over(colorsNamed('heat')[kind] ?? '', ground, shareOfStep(step));

    test('the text of each cell of a retention grid has a contrast of 4.5 to 1', () => {
      for (const step of steps) {
        const text = colorsNamed(step < strongFrom ? 'heat-text' : 'strong-heat-text')[kind] ?? '';
        assert.ok(contrast(linear(text), cell(step)) >= 4.5, `h${step}`);
      }
    });

    test('each step differs from the next, and a tenth of the persons clearly from six tenths', () => {
      for (const step of steps.slice(1)) assert.ok(contrast(cell(step - 1), cell(step)) > 1.08, `h${step}`);
      assert.ok(contrast(cell(heatOf(0.1)), cell(heatOf(0.6))) > 2.5);
    });

    test('the edge of a link in a path chart has a contrast of 3 to 1, and lines are opaque', () => {
      const way = over(foreground, ground, numberIn('.way', 'stroke-opacity'));
      assert.ok(contrast(way, linear(ground)) >= 3);
      assert.doesNotMatch(css, /\.line[^{]*\{[^}]*opacity/);
    });
  });
