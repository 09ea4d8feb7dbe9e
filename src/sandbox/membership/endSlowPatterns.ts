// Ends regular expressions that backtrack without end, such as `(a+)+$` on a long text.
import vm from 'node:vm';
import { CannotEvaluate } from './conditionTypes.ts';

const script = new vm.Script('work()');

/** Throws CannotEvaluate where the work takes too long. */
export function endSlowPatterns(limitMs: number, work: () => void): void {
  try {
    // Only a script's timeout can interrupt a regular expression.
    script.runInContext(vm.createContext({ work }), { timeout: limitMs });
  } catch (error) {
    // The error comes from another context, so it is not an instance of this one's Error.
    if (typeof error !== 'object' || error === null || !('code' in error)) throw error;
    if (error.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new CannotEvaluate(`A regular expression took longer than ${limitMs} ms.`, { cause: error });
  }
}
