// Versions as semantic versioning has them.
import semver from 'semver';
import { CannotEvaluate } from './conditionTypes.ts';

const prefixes = {
  semver_eq: '=',
  semver_gt: '>',
  semver_gte: '>=',
  semver_lt: '<',
  semver_lte: '<=',
  semver_tilde: '~',
  semver_caret: '^',
  semver_wildcard: '',
} as const;
export type SemverOperator = keyof typeof prefixes;

const options = { loose: true, includePrerelease: true };

/** The range that the operator means, such as `^1.2.3`. Throws CannotEvaluate if there is none. */
export function versionRange(operator: SemverOperator, version: string): string {
  const range = `${prefixes[operator]}${version.trim()}`;
  if (version.trim() === '' || semver.validRange(range, options) === null) {
    throw new CannotEvaluate(`Cannot compare with ${version}, which is not a version.`);
  }
  return range;
}

/** Undefined if the text is not a version. */
export function isVersionIn(range: string, text: string): boolean | undefined {
  return semver.valid(text, options) === null ? undefined : semver.satisfies(text, range, options);
}
