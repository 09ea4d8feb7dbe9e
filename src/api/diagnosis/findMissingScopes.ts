// What a key cannot do, found out before a person needs it: by the requests of a diagnosis, in one project.
import { requireSafeBaseUrl } from '#api/http/safeBaseUrl.ts';
import { type DiagnosisTarget, guardBy } from './diagnose.ts';
import { type Scope, scopes } from './findings.ts';
import { ServiceProbe } from './serviceProbe.ts';
import { ServiceSteps } from './serviceSteps.ts';

/** The deadline of each request. */
const timeoutMs = 10_000;

export type ScopesTarget = Pick<
  DiagnosisTarget,
  'baseUrl' | 'network' | 'fallbackFetch' | 'projects' | 'mayWrite'
> & { readonly key: string };

/**
 * The scopes that the service says are missing. One that no response names is left out; its first use shows it.
 * `signal` ends it with what was found so far.
 */
export async function findMissingScopes(
  { baseUrl, key, network, fallbackFetch, projects, mayWrite }: ScopesTarget,
  signal: AbortSignal,
): Promise<readonly Scope[]> {
  const guard = guardBy(mayWrite);
  const probe = new ServiceProbe(requireSafeBaseUrl(baseUrl), key, {
    network,
    timeoutMs,
    fallbackFetch,
    guard,
  });
  try {
    const steps = new ServiceSteps({ probe, key, projects, mayWrite });
    const missing: Scope[] = [];
    for (const scope of scopes) {
      const { findings } = await steps.scope(scope, signal);
      if (findings.some(({ is }) => is === 'scopeMissing')) missing.push(scope);
    }
    return missing;
  } finally {
    await probe.close();
  }
}
