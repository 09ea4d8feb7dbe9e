// Regular expressions of filters.
import { CannotEvaluate } from './filters.ts';

const known = new Map<string, RegExp>();

/** A filter's pattern; a leading `(?i)` ignores case. Throws CannotEvaluate where it is none. */
export function compilePattern(pattern: string): RegExp {
  const compiled = known.get(pattern) ?? compile(pattern);
  if (known.size > 100) known.clear();
  known.set(pattern, compiled);
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
    throw new CannotEvaluate(`${source} is no regular expression.`, { cause: error });
  }
}
