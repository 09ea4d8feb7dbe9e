// Laws about the same values. Generating a value often takes longer than checking a law, so each value is generated
// once and checked against all laws.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { minFound } from '../cases.ts';

export type Found = (times?: number) => void;

export interface Law<T> {
  /** Throws if the law is broken; calls `found` if the value was relevant to the law. */
  holds(this: void, value: T, found: Found): void;
  /** How many values must be relevant for the law to be meaningful. */
  readonly atLeast?: number;
}

/**
 * One test for each law. A law that is broken is held against the same values once more, alone, so that what is reported
 * is its own smallest counterexample.
 */
export function testLaws<T>(
  values: fc.Arbitrary<T>,
  laws: Readonly<Record<string, Law<T> | Law<T>['holds']>>,
  { numRuns, seed = randomSeed() }: { readonly numRuns: number; readonly seed?: number },
): void {
  const all = Object.entries(laws).map(([name, law]) => ({
    name,
    ...(typeof law === 'function' ? { holds: law } : law),
    found: 0,
    broken: undefined as { readonly error: unknown } | undefined, // widens the type
  }));
  let isDone = false;
  const holdAll = () => {
    if (isDone) return;
    const property = fc.property(values, (value) => {
      for (const law of all) {
        if (law.broken) continue;
        try {
          law.holds(value, (times = 1) => (law.found += times));
        } catch (error) {
          law.broken = { error };
        }
      }
    });
    fc.assert(property, { numRuns, seed });
    isDone = true;
  };
  for (const law of all) {
    test(law.name, () => {
      holdAll();
      if (law.broken) {
        const property = fc.property(values, (value) => law.holds(value, () => undefined));
        fc.assert(property, { numRuns, seed });
        throw law.broken.error; // broken then, and not when alone
      }
      const { found } = law;
      const atLeast = law.atLeast === undefined ? 0 : minFound(law.atLeast);
      assert.ok(found >= atLeast, `${found} times there was something to prove, not ${atLeast}`);
    });
  }
}

const randomSeed = () => Math.trunc(Math.random() * 2 ** 32) | 0;
