// diagnosis/ follows a request from the address to the records and reports what it finds at each step, as
// data. It reads no record's content.
import { ApiError, isApiError } from '#api/apiError.ts';
import type { NetworkSettings } from '#api/clientTypes.ts';
import { requireSafeBaseUrl, type SafeBaseUrl } from '#api/http/safeBaseUrl.ts';
import type { TransportGuard } from '#api/writeApproval.ts';
import { checkCertificate } from './checkCertificate.ts';
import { type Finding, type NotChecked, scopes, type Step, type StepName } from './findings.ts';
import { chooseRoute, connectTcp, openTunnel, resolveHost, type NetworkRoute } from './networkPath.ts';
import { ServiceProbe, type Reply } from './serviceProbe.ts';
import { maxProjects, ServiceSteps } from './serviceSteps.ts';
import { StepRunner, type StepOutcome } from './stepRunner.ts';

export interface DiagnosisTarget {
  readonly baseUrl: string;
  /** Undefined if this machine has none. */
  readonly key: string | undefined;
  /** Ids, in the order in which the tree shows them. */
  readonly projects: readonly string[];
  readonly network: NetworkSettings;
  readonly fallbackFetch?: typeof fetch | undefined;
  /** Whether something that reads like a change may be sent to a project. */
  readonly mayWrite: (project: string) => boolean;
  /** The deadline of each step; default 10,000. */
  readonly stepMs?: number | undefined;
}

const defaultStepMs = 10_000;

/** Rejects with `cancelled` once `signal` aborts; what goes wrong otherwise is in the steps. `onStep`: one begins. */
export async function diagnose(
  target: DiagnosisTarget,
  signal: AbortSignal,
  onStep: (name: StepName) => void = () => undefined,
): Promise<readonly Step[]> {
  const runner = new StepRunner(target.stepMs ?? defaultStepMs, signal, onStep);
  const address = await runner.run('address', () => readAddress(target.baseUrl));
  if (address === undefined) {
    for (const name of ['proxy', 'dns', 'tcp', 'tls'] as const) runner.skip(name, 'noConnection');
    skipService(runner, target.projects);
    return runner.steps;
  }
  const isReached = await walkNetwork(runner, address, target.network);
  const canTryEditor = target.fallbackFetch !== undefined && !address.isLoopback;
  if (!isReached && !canTryEditor) {
    skipService(runner, target.projects);
    return runner.steps;
  }
  const isAnswered = await askService(runner, address, target);
  return isAnswered && !isReached ? runner.steps.map(excuse) : runner.steps;
}

function skipService(runner: StepRunner, projects: readonly string[]): void {
  runner.skip('http', 'noConnection');
  runner.skip('key', 'noConnection');
  skipAfterKey(runner, projects, 'noConnection');
}

function readAddress(baseUrl: string) {
  try {
    const address = requireSafeBaseUrl(baseUrl);
    const finding: Finding = { is: 'address', origin: address.origin, path: address.prefix };
    return { status: 'passed', findings: [finding], value: address } as const;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return { status: 'failed', findings: [{ is: 'badAddress' }] } as const;
  }
}

/** @returns whether a request can be sent over our own connection */
async function walkNetwork(
  runner: StepRunner,
  address: SafeBaseUrl,
  settings: NetworkSettings,
): Promise<boolean> {
  const route = await runner.run('proxy', () => chooseRoute(address, settings));
  const resolved = route && (await runner.run('dns', async () => resolveHost(route, address)));
  if (!route) runner.skip('dns', 'noConnection');
  const socket = resolved && (await runner.run('tcp', async (signal) => connectTcp(resolved, signal)));
  if (!resolved) runner.skip('tcp', 'noConnection');
  try {
    const end = socket && (await openThrough(runner, socket, route, address, settings));
    if (!end) {
      runner.skip('tls', 'noConnection');
      return false;
    }
    const isSecure = await runner.run('tls', async (signal) => {
      if (!address.origin.startsWith('https:'))
        return { status: 'passed', findings: [{ is: 'plainHttp' }], value: true };
      return checkCertificate(end, address.origin, settings, signal);
    });
    end.destroy();
    return isSecure === true;
  } finally {
    socket?.destroy();
  }
}

type Socket = NonNullable<Awaited<ReturnType<typeof connectTcp>>['value']>;

/** The socket itself, or the tunnel of a proxy at its end. */
async function openThrough(
  runner: StepRunner,
  socket: Socket,
  route: NetworkRoute | undefined,
  address: SafeBaseUrl,
  settings: NetworkSettings,
): Promise<Socket | undefined> {
  const proxy = route?.proxy;
  if (!proxy) return socket;
  return runner.run('tunnel', async (signal) => openTunnel(socket, proxy, address, settings, signal));
}

/** Lets through what is sent to a project that may be written. */
export function guardBy(mayWrite: DiagnosisTarget['mayWrite']): TransportGuard {
  return {
    check(projectId) {
      if (projectId !== undefined && mayWrite(projectId)) return;
      throw new ApiError('readOnly', 'The project is protected from changes here.', { place: projectId });
    },
  };
}

/** @returns whether the service responded */
async function askService(
  runner: StepRunner,
  address: SafeBaseUrl,
  target: DiagnosisTarget,
): Promise<boolean> {
  const { key, network, fallbackFetch, mayWrite, projects, stepMs = defaultStepMs } = target;
  if (key === undefined || !/^[\x21-\x7e]+$/.test(key)) {
    runner.skip('http', 'noKey');
    const finding: Finding = { is: key === undefined ? 'noKey' : 'badKey' };
    await runner.run('key', () => ({ status: 'failed', findings: [finding] }));
    skipAfterKey(runner, projects, 'noKey');
    return false;
  }
  const guard = guardBy(mayWrite);
  const probe = new ServiceProbe(address, key, { network, timeoutMs: stepMs, fallbackFetch, guard });
  try {
    const steps = new ServiceSteps({ probe, key, projects, mayWrite });
    const reply = await runner.run('http', async (signal) => steps.http(signal));
    if (reply) {
      await askWithKey(runner, steps, reply, projects);
      await runner.run('clock', () => checkClock(reply));
    } else {
      runner.skip('key', 'noConnection');
      skipAfterKey(runner, projects, 'noConnection');
    }
    await runner.run('rate', () => steps.rate());
    return reply !== undefined;
  } finally {
    await probe.close();
  }
}

async function askWithKey(
  runner: StepRunner,
  steps: ServiceSteps,
  reply: Reply,
  projects: readonly string[],
): Promise<void> {
  const isAccepted = await runner.run('key', async (signal) => steps.key(reply, signal));
  if (!isAccepted) {
    skipAfterKey(runner, projects, 'keyRejected');
    return;
  }
  for (const scope of scopes) await runner.run({ scope }, async (signal) => steps.scope(scope, signal));
  for (const [index, project] of projects.slice(0, maxProjects).entries()) {
    await runner.run({ project: index + 1 }, async (signal) => steps.project(project, signal));
  }
  if (projects.length > maxProjects) runner.skip({ project: maxProjects + 1 }, 'tooMany');
}

function skipAfterKey(runner: StepRunner, projects: readonly string[], why: NotChecked): void {
  for (const scope of scopes) runner.skip({ scope }, why);
  for (const [index] of projects.slice(0, maxProjects).entries()) runner.skip({ project: index + 1 }, why);
}

const networkSteps: readonly StepName[] = ['proxy', 'dns', 'tcp', 'tunnel', 'tls'];

/** Our own connection did not open, but the editor's did, which knows proxies of the system and PAC files. */
function excuse(step: Step): Step {
  if (step.status !== 'failed' || !networkSteps.includes(step.name)) return step;
  return { ...step, status: 'warning', findings: [...step.findings, { is: 'editorConnects' }] };
}

/** Beyond this, sign-ins and certificates begin to fail. */
const maxSkewMs = 60_000;

/** This machine's clock against the service's. */
function checkClock({ serviceMs, ownMs }: Reply): StepOutcome<never> {
  if (serviceMs === undefined) return { status: 'skipped', findings: [{ is: 'notChecked', why: 'noDate' }] };
  const aheadMs = ownMs - serviceMs;
  const isFar = Math.abs(aheadMs) > maxSkewMs;
  return { status: isFar ? 'warning' : 'passed', findings: [{ is: 'clock', aheadMs }] };
}
