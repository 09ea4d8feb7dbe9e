// What the service responds: whether it is the service at all, what the key may do, which projects there are.
import { type ApiError, isApiError } from '#api/apiError.ts';
import { pathSegment } from '#api/http/safeBaseUrl.ts';
import { codeOf } from './networkPath.ts';
import type { Finding, NotChecked, Scope, StepStatus } from './findings.ts';
import { safeRequestId, safeScope } from './serviceProbe.ts';
import type { Reply, ServiceProbe } from './serviceProbe.ts';
import type { StepOutcome } from './stepRunner.ts';

/** No service has a record with this id. */
const noRecord = 0;

export interface ServiceStepsOptions {
  readonly probe: ServiceProbe;
  readonly key: string;
  readonly projects: readonly string[];
  /** Whether something that reads like a change may be sent to a project. */
  readonly mayWrite: (project: string) => boolean;
}

/** Each is two requests of a budget that a whole team shares. */
export const maxProjects = 40;

export class ServiceSteps {
  readonly #probe: ServiceProbe;
  readonly #key: string;
  readonly #projects: readonly string[];
  readonly #mayWrite: (project: string) => boolean;
  #chosen: StepOutcome<string> | undefined;

  constructor({ probe, key, projects, mayWrite }: ServiceStepsOptions) {
    this.#probe = probe;
    this.#key = key;
    this.#projects = projects;
    this.#mayWrite = mayWrite;
  }

  /** The list of projects: any response that is not a web page will do. */
  async http(signal: AbortSignal): Promise<StepOutcome<Reply>> {
    return this.#ask(
      () => '/api/projects/?limit=1',
      signal,
      (reply) => {
        const { status, isByEditor, error } = reply;
        const answered: Finding = { is: 'answered', status, isByEditor };
        if (error?.code === 'redirect')
          return {
            status: 'failed',
            findings: [{ is: 'redirect', status, origin: originIn(error.detail ?? '') }],
          };
        // A deployment without the list of projects responds with its page for unknown paths.
        if (error?.kind === 'notJson' && status === 404)
          return { status: 'warning', findings: [notJsonFinding(error, status)], value: reply };
        if (error?.kind === 'notJson') return { status: 'failed', findings: [notJsonFinding(error, status)] };
        if (error?.kind === 'throttled') return rateLimited(error);
        if (error?.kind === 'server') return { status: 'failed', findings: this.#problem(reply) };
        return { status: isByEditor ? 'warning' : 'passed', findings: [answered], value: reply };
      },
    );
  }

  /** `first`: the response to the step before. */
  async key(first: Reply, signal: AbortSignal): Promise<StepOutcome<true>> {
    const known = judgeKey(first);
    const [project] = this.#projects;
    if (known !== undefined || project === undefined) return known ?? unclear();
    // Not every deployment has the list of projects.
    const outcome = await this.#ask(
      () => list(project, 'cohorts'),
      signal,
      (reply): StepOutcome<true> => {
        if (reply.error?.kind === 'throttled') return rateLimited(reply.error);
        return judgeKey(reply) ?? unclear();
      },
    );
    return outcome.status === 'warning' ? { ...outcome, value: true } : outcome;
  }

  /** A list is read; a write is tried as an empty change of a record that no service has, which changes nothing. */
  async scope(scope: Scope, signal: AbortSignal): Promise<StepOutcome<never>> {
    if (this.#projects.length === 0) return notChecked('noProject');
    const { value: project, ...without } = await this.#chooseProject(signal);
    if (project === undefined) return without;
    const resource = scope.startsWith('dashboard:') ? 'dashboards' : 'cohorts';
    if (scope === 'person:read') {
      const persons = () => `${record(project, 'cohorts')}persons/?format=json&limit=1`;
      return this.#ask(persons, signal, (reply) => this.#judgeScope(scope, reply, 'noRecord'));
    }
    if (scope.endsWith(':read')) {
      return this.#ask(
        () => list(project, resource),
        signal,
        (reply) => this.#judgeScope(scope, reply, 'read'),
      );
    }
    if (!this.#mayWrite(project)) return notChecked('protected');
    const judge = (reply: Reply) => this.#judgeScope(scope, reply, 'emptyChange');
    return this.#ask(() => record(project, resource), signal, judge, { body: '{}' });
  }

  /** A project that the key may enter, best one that may be written; scopes are the key's, whatever the project. */
  async #chooseProject(signal: AbortSignal): Promise<StepOutcome<string>> {
    if (this.#chosen) return this.#chosen;
    const writable = this.#projects.filter((project) => this.#mayWrite(project));
    for (const project of [...new Set([...writable, ...this.#projects])].slice(0, maxProjects)) {
      const entered = await this.#ask(
        () => list(project, 'cohorts'),
        signal,
        ({ error }): StepOutcome<string> => {
          if (error?.kind === 'throttled') return rateLimited(error);
          const isOpen = !error || error.kind === 'missingScope';
          return isOpen ? { status: 'passed', findings: [], value: project } : notChecked('noProjectAnswers');
        },
      );
      if (entered.status === 'warning' || signal.aborted) return entered; // the next step tries again
      if (entered.value === undefined) continue;
      this.#chosen = entered;
      return entered;
    }
    this.#chosen = notChecked('noProjectAnswers');
    return this.#chosen;
  }

  async project(project: string, signal: AbortSignal): Promise<StepOutcome<never>> {
    const findings: Finding[] = [];
    let status: StepStatus = 'passed';
    for (const what of ['dashboards', 'cohorts'] as const) {
      const outcome = await this.#ask(
        () => list(project, what),
        signal,
        (reply) => {
          if (reply.error?.kind === 'notFound') return failed({ is: 'projectMissing' });
          if (reply.error?.kind === 'forbidden') return failed({ is: 'noAccess' });
          if (reply.error?.kind === 'throttled') return rateLimited(reply.error);
          if (reply.error) return { status: 'failed', findings: this.#problem(reply) };
          if (!reply.isPage) return failed({ is: 'wrongShape', what });
          return { status: 'passed', findings: [{ is: 'readable', what }] };
        },
      );
      if (status !== 'failed' && outcome.status !== 'passed') ({ status } = outcome);
      for (const finding of outcome.findings)
        if (!findings.some(({ is }) => is === finding.is && is !== 'readable')) findings.push(finding);
    }
    const isGood = ({ is }: Finding): boolean => is === 'readable';
    return { status, findings: findings.toSorted((one, other) => +isGood(one) - +isGood(other)) };
  }

  rate(): StepOutcome<never> {
    const { records, persons, heldMs } = this.#probe.usage();
    const findings: Finding[] = [
      { is: 'rate', what: 'records', ...records },
      { is: 'rate', what: 'persons', ...persons },
    ];
    if (heldMs <= 0) return { status: 'passed', findings };
    return {
      status: 'warning',
      findings: [{ is: 'throttled', untilMs: Date.now() + heldMs }, ...findings],
    };
  }

  #judgeScope(scope: Scope, reply: Reply, how: 'read' | 'emptyChange' | 'noRecord'): StepOutcome<never> {
    const { error, status } = reply;
    const granted: StepOutcome<never> = {
      status: 'passed',
      findings: [{ is: 'scopeGranted', how, status }],
    };
    if (!error) {
      if (how !== 'emptyChange') return granted;
      return { status: 'warning', findings: [{ is: 'emptyChangeAccepted', status }] };
    }
    if (error.kind === 'missingScope') {
      const missing = safeScope(error);
      // Persons need the scope of cohorts as well, which has a step of its own.
      if (missing !== scope && missing !== '?') return notChecked('otherScopeFirst');
      return failed({ is: 'scopeMissing', scope });
    }
    if (error.kind === 'forbidden') return failed({ is: 'noAccess' });
    if (error.kind === 'notFound') return how === 'read' ? notChecked('noProjectAnswers') : granted;
    if (error.kind === 'invalid' && how !== 'read' && status === 400) return granted;
    if (error.kind === 'notJson' || error.kind === 'notAllowed') return notChecked('unclear');
    if (error.kind === 'throttled') return rateLimited(error);
    return { status: 'failed', findings: this.#problem(reply) };
  }

  async #ask<T>(
    path: () => string,
    signal: AbortSignal,
    judge: (reply: Reply) => StepOutcome<T>,
    change?: { readonly body: string },
  ): Promise<StepOutcome<T>> {
    try {
      return judge(await this.#probe.ask(path(), signal, change));
    } catch (error) {
      if (!isApiError(error)) throw error;
      const { kind } = error;
      if (kind === 'invalid') return failed({ is: 'projectMissing' }); // an id that no path can hold
      if (kind === 'throttled') return rateLimited(error);
      return failed({ is: 'notAnswered', kind, code: error.code ?? codeOf(error.cause) });
    }
  }

  #problem({ error, status }: Reply): readonly Finding[] {
    if (!error) return [];
    if (error.kind === 'missingScope') return [{ is: 'scopeMissing', scope: safeScope(error) }];
    if (error.kind === 'notJson') return [notJsonFinding(error, status)];
    const requestId = safeRequestId(error, this.#key);
    return [{ is: 'refused', kind: error.kind, status, requestId }];
  }
}

function notJsonFinding({ code }: ApiError, status: number): Finding {
  return { is: code === 'malformed' ? 'notJson' : 'page', status };
}

/** Undefined if the response does not say. */
function judgeKey({ error }: Reply): StepOutcome<true> | undefined {
  if (!error || error.kind === 'forbidden' || error.kind === 'missingScope')
    return { status: 'passed', findings: [{ is: 'keyAccepted' }], value: true };
  if (error.kind === 'unauthenticated') return failed({ is: 'keyRejected' });
  return undefined;
}

/** The steps that follow are still tried. */
function unclear(): StepOutcome<true> {
  return { ...notChecked('unclear'), value: true };
}

function failed(finding: Finding): StepOutcome<never> {
  return { status: 'failed', findings: [finding] };
}

function notChecked(why: NotChecked): StepOutcome<never> {
  return { status: 'skipped', findings: [{ is: 'notChecked', why }] };
}

/** A refused request says nothing about what it asked for. */
function rateLimited({ retryAfterMs: ms }: ApiError): StepOutcome<never> {
  const untilMs = ms === undefined ? undefined : Date.now() + ms;
  return {
    status: 'warning',
    findings: [
      { is: 'notChecked', why: 'throttled' },
      { is: 'throttled', untilMs },
    ],
  };
}

/** The origin in `The service redirects to https://host/path, …`; the path stays out of the report. */
function originIn(message: string): string | undefined {
  const address = /https?:\/\/\S+/.exec(message)?.[0];
  return address === undefined ? undefined : URL.parse(address)?.origin;
}

type ResourceName = 'dashboards' | 'cohorts';

function list(project: string, resource: ResourceName): string {
  return `/api/projects/${pathSegment(project, 'project_id')}/${resource}/?limit=1`;
}

function record(project: string, resource: ResourceName): string {
  return `/api/projects/${pathSegment(project, 'project_id')}/${resource}/${noRecord}/`;
}
