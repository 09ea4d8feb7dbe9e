// Compiles the regular expressions of filters.
import { CannotEvaluate } from './conditionTypes.ts';

const compiledPatterns = new Map<string, RegExp>();

/** A leading `(?i)` ignores case. Throws CannotEvaluate for an invalid pattern. */
export function compilePattern(pattern: string): RegExp {
  const compiled = compiledPatterns.get(pattern) ?? compile(pattern);
  if (compiledPatterns.size > 100) compiledPatterns.clear();
  compiledPatterns.set(pattern, compiled);
  return compiled;
}

function compile(pattern: string): RegExp {
  const isFolding = pattern.startsWith('(?i)');
  const source = isFolding ? pattern.slice(4) : pattern;
  const flags = isFolding ? 'i' : '';
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    return compileLoosely(source, flags);
  }
}

/** Without Unicode mode, which refuses escapes such as `\-` that other engines allow. */
function compileLoosely(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw new CannotEvaluate(`Invalid regular expression ${source}.`, { cause: error });
  }
}
