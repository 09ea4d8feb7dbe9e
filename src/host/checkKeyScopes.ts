import type { Scope } from '#api/diagnosis/findings.ts';
import type { ScopesTarget } from '#api/diagnosis/findMissingScopes.ts';
import { readNetworkSettings } from '#host/settings/readNetworkSettings.ts';

export type MissingScope = Scope;

/** The scopes that the service says a key lacks. `signal` ends the search with what was found so far. */
export async function checkKeyScopes(
  target: Pick<ScopesTarget, 'baseUrl' | 'key' | 'projects' | 'mayWrite'>,
  signal: AbortSignal,
): Promise<readonly MissingScope[]> {
  const { findMissingScopes } = await import('#api/diagnosis/findMissingScopes.ts');
  return findMissingScopes(
    { ...target, network: readNetworkSettings(), fallbackFetch: globalThis.fetch },
    signal,
  );
}
