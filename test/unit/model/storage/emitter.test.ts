import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Emitter, reportListenerErrors } from '#model/storage/emitter.ts';

test('a listener that throws stops neither the others nor the caller, and its error is reported', (t) => {
  const errors: unknown[] = [];
  const reporting = reportListenerErrors((error) => errors.push(error));
  t.after(() => reporting.dispose());
  const emitter = new Emitter<number>();
  const heard: string[] = [];
  const failure = new Error('of a listener');
  emitter.event((value) => heard.push(`first ${value}`));
  emitter.event(() => {
    throw failure;
  });
  emitter.event((value) => heard.push(`last ${value}`));
  emitter.fire(1);
  assert.deepEqual(heard, ['first 1', 'last 1']);
  assert.deepEqual(errors, [failure]);
});
