// A diagnosis follows a request from the address to the records, and says at each step what it finds. It reads no content of
// records.
import { type ApiError, cancelledError, isApiError } from '#api/apiError.ts';
import type { ApiClient, NetworkSettings } from '#api/clientTypes.ts';
import { linkAbort } from '#api/http/abortSignals.ts';
import { gateOfKey, type GateUsage } from '#api/http/requestGate.ts';
import { requireSafeBaseUrl } from '#api/http/safeBaseUrl.ts';
import type { Translate } from '#text/translate.ts';
import { diagnoseNetwork } from './diagnoseNetwork.ts';
import {
  asCode,
  failed,
  inCode,
  type StepResult,
  passed,
  type RunStep,
  type Step,
} from './formatDiagnosis.ts';
import { checkScopes, consequencesOf, errorOf, guardBy, type MayWrite, scopes } from './keyScopes.ts';

export interface DiagnosisTarget {
  readonly baseUrl: string;
  /** Undefined if this machine has none. */
  readonly key: string | undefined;
  /** Ids, in the order in which the tree shows them. */
  readonly projects: readonly string[];
  readonly network: NetworkSettings;
  readonly fallbackFetch?: typeof fetch | undefined;
  readonly mayWrite: MayWrite;
  /** The deadline of each step; default 10,000. */
  readonly stepMs?: number | undefined;
}

/**
 * Ends at the first step that the later ones need. Rejects with `cancelled` once `signal` aborts. `onStep` is called with the
 * title of each step that begins.
 */
export async function diagnose(
  target: DiagnosisTarget,
  translate: Translate,
  signal: AbortSignal,
  onStep: (title: string) => void = () => undefined,
): Promise<readonly Step[]> {
  const { baseUrl, key = '', network, fallbackFetch, stepMs = 10_000 } = target;
  const t = inCode(translate, key);
  const steps: Step[] = [];
  const run: RunStep = async (title, check) => {
    onStep(title);
    const startedMs = performance.now();
    const ending = AbortSignal.any([signal, AbortSignal.timeout(stepMs)]);
    // Not every call can be aborted: a lookup of a name runs to its end.
    const found = await Promise.race([check(ending), whenAborted(ending)]);
    if (signal.aborted) throw cancelledError();
    const outcome = found && !ending.aborted ? found : describeDelay(stepMs / 1000, t);
    steps.push({ title, ms: Math.round(performance.now() - startedMs), ...outcome });
    return outcome.status === 'passed' || outcome.status === 'warning';
  };

  const address = requireSafeBaseUrl(baseUrl); // the setting holds no other
  await run(t('Address'), () => passed(asCode(address.origin + address.prefix)));
  const isReached = await diagnoseNetwork(run, address, network, t);
  if (!isReached && (fallbackFetch === undefined || address.isLoopback)) return steps;
  const networkSteps = steps.length;
  if (target.key === undefined) {
    await run(t('Key'), () => failed(t('This machine has no key for this connection.'), changeKey(t)));
    return steps;
  }
  const isAnswered = await askService(run, target, !isReached, t);
  await run(t('Rate limit'), () => describeRate(gateOfKey(address, key).usage(), t));
  if (isReached || !isAnswered) return steps;
  return steps.map((step, at) => (at < networkSteps ? excused(step, t) : step));
}

async function whenAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => void linkAbort(signal, () => resolve(undefined)));
}

/** Our own connection did not open, but the editor's did, which knows proxies of the system and PAC files. */
function excused(step: Step, t: Translate): Step {
  if (step.status !== 'failed') return step;
  const text = `${step.text} ${t('VS Code’s own network reached the service, so requests work.')}`;
  return { ...step, status: 'warning', text };
}

/** @returns whether the service responded */
async function askService(
  run: RunStep,
  target: DiagnosisTarget,
  isByEditor: boolean,
  t: Translate,
): Promise<boolean> {
  const { key = '', mayWrite, projects } = target;
  const { createClient } = await import('#api/client.ts'); // loads zod as well
  const retry = { tries: 1, maxWaitMs: 5000 };
  const client = createClient({ ...target, key, retry, guard: guardBy(mayWrite) });
  const [project] = projects;
  const answer: { error?: ApiError | undefined } = {};
  try {
    const isAnswered = await run(t('HTTP response'), async (signal) => {
      answer.error = await errorOf(async () =>
        project === undefined ? client.check({ signal }) : client.cohorts(project).list({ limit: 1, signal }),
      );
      // One project may fail alone.
      if (isApiError(answer.error, 'server', 'timeout') && project !== undefined)
        answer.error = await errorOf(async () => client.check({ signal }));
      return describeAnswer(answer.error, isByEditor, t);
    });
    if (!isAnswered) return false;
    const { error } = answer;
    // Another server than the service may have no such page, either.
    const isAccepted =
      isApiError(error, 'notFound') ||
      (await run(t('Key'), () =>
        isApiError(error, 'unauthenticated')
          ? describeError(error, t)
          : passed(t('The service accepts the key.')),
      ));
    if (isAccepted) await askProjects(run, client, target, t);
    return true;
  } finally {
    await client.close();
  }
}

function describeAnswer(error: ApiError | undefined, isByEditor: boolean, t: Translate): StepResult {
  // These are about the key or the project, which have steps of their own.
  const isOfOthers = isApiError(error, 'unauthenticated', 'forbidden', 'missingScope', 'notFound');
  if (error && !isOfOthers) return describeError(error, t);
  return passed(
    isByEditor
      ? t('The service responds, through VS Code’s own network (system proxy or PAC file).')
      : t('The service responds.'),
  );
}

/** Each is two requests of a budget that a whole team shares. */
const maxProjects = 40;

async function askProjects(
  run: RunStep,
  client: ApiClient,
  { projects, mayWrite }: DiagnosisTarget,
  t: Translate,
): Promise<void> {
  const open: string[] = [];
  let isThrottled = false;
  for (const [index, project] of projects.slice(0, maxProjects).entries())
    await run(t('Project {0} in the tree', index + 1), async (signal) => {
      const options = { limit: 1, signal };
      const errors = await Promise.all([
        errorOf(async () => client.dashboards(project).list(options)),
        errorOf(async () => client.cohorts(project).list(options)),
      ]);
      const ofProject = errors.find((error) => error && error.kind !== 'missingScope');
      if (!ofProject) open.push(project);
      isThrottled ||= isApiError(ofProject, 'throttled');
      const error = ofProject ?? errors[0] ?? errors[1];
      return error ? describeError(error, t) : passed(t('Dashboards and cohorts can be read.'));
    });
  if (projects.length > maxProjects)
    await run(t('Project {0} in the tree', maxProjects + 1), () =>
      skipped(t('Not checked: only the first projects are checked.')),
    );
  await run(t('Scopes'), async (signal) => {
    const project = open.find(mayWrite) ?? open[0];
    if (projects.length === 0) return skipped(t('Not checked: the connection has no project in the tree.'));
    if (project === undefined && isThrottled) return throttled(t);
    if (project === undefined) return skipped(t('Not checked: no project can be read.'));
    return describeScopes(await checkScopes(client, project, signal), mayWrite(project), t);
  });
}

function describeScopes(
  found: Awaited<ReturnType<typeof checkScopes>>,
  mayWrite: boolean,
  t: Translate,
): StepResult {
  const having = (isGranted: boolean | undefined) => scopes.filter((scope) => found.get(scope) === isGranted);
  const [granted, missing, unknown] = [having(true), having(false), having(undefined)];
  const sentences = [
    ...(missing.length > 0 ? [t('The key lacks {0}.', missing.join(', '))] : []),
    ...consequencesOf(missing, t),
    ...(granted.length > 0 ? [t('The key has {0}.', granted.join(', '))] : []),
    ...(unknown.length > 0 ? [t('Not checked: {0}.', unknown.join(', '))] : []),
    ...(mayWrite ? [] : [t('No change is sent to a protected project.')]),
  ];
  const status = missing.length > 0 ? 'failed' : mayWrite && unknown.length > 0 ? 'warning' : 'passed';
  return { status, text: sentences.join(' '), advice: missing.length > 0 ? addScope(t) : undefined };
}

/** How much of the budget is used, the requests of the diagnosis included. */
function describeRate({ records, persons, heldMs }: GateUsage, t: Translate): StepResult {
  const ofLimit = ({ recent, perMinute }: GateUsage['records']) =>
    perMinute === undefined ? String(recent) : `${recent} / ${perMinute}`;
  const usage = t('Requests in the last minute: {0}; for persons: {1}.', ofLimit(records), ofLimit(persons));
  if (heldMs <= 0) return passed(usage);
  return {
    status: 'warning',
    text: `${t('The service is limiting requests for another {0} s.', Math.ceil(heldMs / 1000))} ${usage}`,
    advice: waitForLimit(t),
  };
}

/** Without what the service says in words of its own, which can name things. */
function describeError(error: ApiError, t: Translate): StepResult {
  const { kind } = error;
  if (kind === 'unauthenticated') return failed(t('The service rejects the key (401).'), changeKey(t));
  if (kind === 'missingScope') {
    const scope = scopes.find((one) => one === error.scope);
    return failed(t('The key lacks {0}.', scope ?? '?'), addScope(t));
  }
  if (kind === 'forbidden')
    return failed(
      t('The key has no access (403).'),
      t('Ask for access to the project, or enter another key.'),
    );
  const isNoPath = kind === 'invalid' && error.status === undefined; // an ID that no path can hold
  if (kind === 'notFound' || isNoPath)
    return failed(
      t('The service has no such project (404).'),
      t('Check the project ID, or remove the project from the tree.'),
    );
  if (kind === 'throttled') return throttled(t); // that step says how long
  return describeResponse(error, t);
}

/** What is not the service's, or not in order. */
function describeResponse(error: ApiError, t: Translate): StepResult {
  const { kind, code = '?', detail = '', requestId = '?', status = 0 } = error;
  if (kind === 'network' || kind === 'incomplete')
    return failed(t('The connection was lost ({0}).', code), checkFirewall(t));
  // A step has a deadline of its own, so that this is the service's or its gateway's.
  if (kind === 'server' || kind === 'timeout')
    return failed(
      t('The service failed (status {0}), request {1}.', status, requestId),
      t('Try again; if it persists, contact the service’s administrator.'),
    );
  const checkAddress = t(
    'Check the address, and whether a sign-in page or a proxy is in front of the service.',
  );
  if (kind === 'notJson')
    return failed(
      code === 'malformed'
        ? t('Received something other than JSON (status {0}).', status)
        : t('Received a web page instead of JSON (status {0}).', status),
      checkAddress,
    );
  if (code === 'redirect') {
    const origin = URL.parse(detail)?.origin; // undefined for another path of the same service
    const text =
      origin === undefined
        ? t('Redirected to another path (status {0}).', status)
        : t('Redirected to {0} (status {1}).', origin, status);
    return failed(text, checkAddress);
  }
  return failed(t('Unexpected response (status {0}), request {1}.', status, requestId), checkAddress);
}

function describeDelay(seconds: number, t: Translate): StepResult {
  return failed(t('No response within {0} s.', seconds), checkFirewall(t));
}

function skipped(text: string): StepResult {
  return { status: 'skipped', text };
}

function throttled(t: Translate): StepResult {
  return { ...skipped(t('Not checked: the rate limit is reached.')), advice: waitForLimit(t) };
}

function waitForLimit(t: Translate): string {
  return t('Wait, then try again. Your whole team shares the limit.');
}

function checkFirewall(t: Translate): string {
  return t('Check the firewall and the VPN: they may block the connection.');
}

function changeKey(t: Translate): string {
  return t('Run “Change Key…” and enter a valid personal API key.');
}

function addScope(t: Translate): string {
  return t('Add the scope to the key in the service’s settings, or enter another key.');
}
