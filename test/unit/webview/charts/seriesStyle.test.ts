// The colors of series in each kind of theme, as people with and without a color vision deficiency see them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { tileLimits } from '#insights/chartLimits.ts';
import { colorCount, hatches, hatchOf, lineSample, seriesClass } from '#webview/charts/seriesStyle.ts';
import { contrast, linear, type Triple } from './contrast.ts';

type Matrix = readonly [Triple, Triple, Triple];

/** Machado, Oliveira and Fernandes 2009, of linear RGB: what people see who lack one kind of cone. */
const visions: Readonly<Record<string, Matrix>> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no cones for red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no cones for green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no cones for blue': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const css = readFileSync('src/webview/charts/charts.css', 'utf8');
const palettes = [...css.matchAll(/(?: {2}--series-\d: #\w{6};\n)+/g)].map(([block]) =>
  [...block.matchAll(/#\w{6}/g)].map(([color]) => linear(color)),
);
/** Of tiles, in the order of the file: dark, light. Those of high contrast are darker or lighter. */
const grounds = ['#202122', '#fafafd'].map(linear);

function times(matrix: Matrix, [r, g, b]: Triple): Triple {
  const row = ([x, y, z]: Triple) => Math.max(0, x * r + y * g + z * b);
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

const toLms: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const toLab: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];

/** In Oklab, whose distances are those that people see; 1 is from black to white. */
function oklab(color: Triple): Triple {
  const [l, m, s] = times(toLms, color);
  const [x, y, z] = [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)];
  const row = ([a, b, c]: Triple) => a * x + b * y + c * z;
  return [row(toLab[0]), row(toLab[1]), row(toLab[2])];
}

function distance(one: Triple, other: Triple): number {
  const [a, b] = [oklab(one), oklab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

describe('series that repeat a color', () => {
  const drawn = Array.from(
    { length: Math.max(tileLimits.series, tileLimits.slices, tileLimits.groups) },
    (_, at) => at,
  );
  const dashesOf = (name: string): readonly (readonly number[])[] =>
    [...css.matchAll(new RegExp(`\\n  --${name}: ([\\d ]+);`, 'g'))].map(([, dash = '']) =>
      dash.split(' ').map(Number),
    );
  const [lines, comparisons] = [dashesOf('dash'), dashesOf('comparison-dash')];

  test('have another dash and another hatch, each of those that are drawn', () => {
    assert.equal(new Set(drawn.map(seriesClass)).size, drawn.length);
    assert.equal(new Set(drawn.map((at) => `${at % colorCount} ${hatchOf(at)}`)).size, drawn.length);
    for (const all of [hatches, lines.map(String), comparisons.map(String)]) {
      assert.equal(all.length, Math.ceil(drawn.length / colorCount) - 1);
      assert.equal(new Set(all).size, all.length);
    }
  });

  test('have long dashes, a period that is compared has short ones, and an incomplete end has none', () => {
    const [own = []] = [...css.matchAll(/var\(--comparison-dash, ([\d ]+)\)/g)].map(([, dash = '']) =>
      dash.split(' ').map(Number),
    );
    const longest = (dash: readonly number[]) => Math.max(...dash.filter((_, at) => at % 2 === 0));
    for (const dash of lines) assert.ok(longest(dash) >= 14, String(dash));
    for (const dash of [own, ...comparisons]) {
      assert.ok(longest(dash) <= 4 && longest(dash) > 1, String(dash));
      assert.equal(
        comparisons.filter((other) => String(other) === String(dash)).length,
        dash === own ? 0 : 1,
      );
    }
  });

  test('have lines that differ in the part that the legend shows', () => {
    const { lengthPx } = lineSample(colorCount);
    const inkOf = (dash: readonly number[]): string => {
      const parts = dash.map((length, at) => (at % 2 === 0 ? '#' : ' ').repeat(length));
      return parts.join('').repeat(lengthPx).slice(0, lengthPx);
    };
    const samples = ['#'.repeat(lengthPx), ...lines.map(inkOf)];
    for (const [at, sample] of samples.entries())
      for (const other of samples.slice(0, at)) {
        const differing = Array.from(sample).filter((ink, place) => ink !== other[place]).length;
        assert.ok(differing >= 3, `${sample} and ${other}`);
      }
  });

  palettes.forEach((colors, theme) => {
    for (const [vision, matrix] of Object.entries(visions))
      test(`have a hatch that people with ${vision} see on each color, palette ${theme}`, () => {
        const ground = grounds[theme] ?? [0, 0, 0];
        for (const color of colors) {
          const seen = contrast(times(matrix, color), ground);
          assert.ok(seen > 2.5, seen.toFixed(2));
        }
      });
  });
});

describe('the colors of series', () => {
  test('are a palette for each kind of theme', () => {
    assert.equal(palettes.length, grounds.length);
  });

  palettes.forEach((colors, theme) => {
    for (const [vision, matrix] of Object.entries(visions))
      test(`stay apart for people with ${vision}, palette ${theme}`, () => {
        assert.equal(colors.length, colorCount);
        const seen = colors.map((color) => times(matrix, color));
        for (const [index, color] of seen.entries())
          for (const [place, other] of seen.slice(0, index).entries()) {
            const apart = distance(color, other);
            assert.ok(apart > 0.07, `${place} and ${index}: ${apart.toFixed(3)}`);
          }
      });

    test(`have a contrast of 3 to 1, palette ${theme}`, () => {
      for (const color of colors) assert.ok(contrast(color, grounds[theme] ?? [0, 0, 0]) >= 3);
    });
  });
});
