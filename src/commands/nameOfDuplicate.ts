// What a duplicate of a record is called.
import * as vscode from 'vscode';
import { charactersIn, textLimits } from '#model/records/textLimits.ts';
import type { ListRef } from '#model/records/recordRef.ts';

const { t } = vscode.l10n;

/**
 * `Churn (copy)`, `Churn (copy 2)`: a name that no loaded record has; names need not be unique. Where it would exceed the
 * service's limit, the old name is cut, not what is added.
 */
export function nameOfDuplicate(name: string, taken: ReadonlySet<string>, { kind }: ListRef): string {
  for (let number = 1; ; number++) {
    const nameWith = (start: string) =>
      number === 1 ? t('{0} (copy)', start) : t('{0} (copy {1})', start, number);
    const tooLong = charactersIn(nameWith(name)) - textLimits.name[kind];
    const candidate = nameWith(tooLong > 0 ? Array.from(name).slice(0, -tooLong).join('') : name);
    if (!taken.has(candidate)) return candidate;
  }
}
