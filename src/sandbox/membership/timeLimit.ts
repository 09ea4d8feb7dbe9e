// An end to patterns that take forever, such as `(a+)+$` over a long text.
import vm from 'node:vm';
import { CannotEvaluate } from './filters.ts';

const script = new vm.Script('work()');

/** Runs work that may be inside a regular expression for too long. Throws CannotEvaluate then. */
export function withinTime(limitMs: number, work: () => void): void {
  try {
    // The limit of a script is what ends a regular expression in the middle.
    script.runInContext(vm.createContext({ work }), { timeout: limitMs });
  } catch (error) {
    // The error is one of the other context's: no Error of this one.
    if (typeof error !== 'object' || error === null || !('code' in error)) throw error;
    if (error.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new CannotEvaluate(`A pattern took longer than ${limitMs} ms.`, { cause: error });
  }
}
