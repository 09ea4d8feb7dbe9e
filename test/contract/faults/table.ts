// How a fault table reads: a line for each fault, with what becomes of reads, writes, the service's CSV and an export of
// all persons. A word on one operation beside them goes before its column.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ApiErrorKind } from '#api/apiError.ts';
import type { Completeness } from '#exports/exportResult.ts';
import { operations } from './operations.ts';
import type { OperationName } from './operations.ts';
import { runCase } from './runCase.ts';
import type { Fault } from './runCase.ts';

/** As `Outcome.text` has it. */
type Expected = `${ApiErrorKind | Completeness | 'ok' | 'waits'} ×${string}`;

export type Row = readonly [
  fault: string,
  act: Fault,
  reads: Expected,
  writes: Expected,
  csv: Expected,
  all: Expected,
  others?: Partial<Record<OperationName, Expected>>,
];

const columns = {
  list: 2,
  retrieve: 2,
  persons: 2,
  uses: 2,
  calculations: 2,
  activities: 2,
  'person search': 2,
  projects: 2,
  user: 2,
  create: 3,
  PATCH: 3,
  move_tile: 3,
  'added persons': 3,
  'removed person': 3,
  CSV: 4,
  export: 5,
} as const satisfies Record<OperationName, 2 | 3 | 4 | 5>;

export interface Case {
  readonly operation: OperationName;
  readonly faultName: string;
  readonly fault: Fault;
  readonly expected: Expected;
}

export function casesOf(rows: readonly Row[]): readonly Case[] {
  return rows.flatMap((row) =>
    namesOf(columns).map((operation) => ({
      operation,
      faultName: row[0],
      fault: row[1],
      expected: row[6]?.[operation] ?? row[columns[operation]],
    })),
  );
}

/** A test for each case. Many at a time: most of them wait for a socket or the end of a deadline. */
export function testCases(title: string, cases: readonly Case[]): void {
  describe(title, { concurrency: 24 }, () => {
    for (const { operation, faultName, fault, expected } of cases) {
      test(`${operation}, ${faultName}: ${expected}`, async () => {
        assert.equal((await runCase(operations[operation], fault)).text, expected);
      });
    }
  });
}

/** `Object.keys` that keeps the names' type. */
function namesOf<Name extends string>(record: Readonly<Record<Name, unknown>>): readonly Name[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object literal has no other keys
  return Object.keys(record) as Name[];
}
