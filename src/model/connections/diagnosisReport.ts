// A diagnosis as a page that one can read and paste into a bug report: what was found at each step, and what to do.
import type { Step, StepName, StepStatus } from '#api/diagnosis/findings.ts';
import type { Translate } from '#json/translate.ts';
import { adviceOn } from './diagnosisAdvice.ts';
import { describeFinding } from './diagnosisWords.ts';

export type { Step, StepName };

export interface DiagnosisContext {
  readonly at: Date;
  readonly isSample: boolean;
  /** Such as `Cohort Deck 0.2.0`. */
  readonly versions: readonly string[];
  /** Texts that must not be in the page: the key. */
  readonly secrets: readonly string[];
}

/** Markdown that reads well as plain text. */
export function formatDiagnosis(steps: readonly Step[], context: DiagnosisContext, t: Translate): string {
  const text = [
    `# ${t('Connection diagnosis')}`,
    summarize(steps, t),
    steps.map((step, index) => formatStep(step, index + 1, t)).join('\n'),
    `## ${t('Environment')}`,
    [
      `- ${t('Time: {0}', context.at.toISOString())}`,
      ...(context.isSample ? [`- ${t('Connection: sample data')}`] : []),
      ...context.versions.map((version) => `- ${version}`),
    ].join('\n'),
    t('This page holds no key, and no names of persons, projects or records.'),
  ].join('\n\n');
  const redacted = context.secrets.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text);
  return `${redacted}\n`;
}

export function titleOfStep(name: StepName, t: Translate): string {
  if (typeof name === 'object')
    return 'scope' in name ? t('Scope {0}', name.scope) : t('Project {0} in the tree', name.project);
  switch (name) {
    case 'address':
      return t('Address');
    case 'proxy':
      return t('Proxy');
    case 'dns':
      return t('DNS');
    case 'tcp':
      return t('TCP connection');
    case 'tunnel':
      return t('Tunnel through the proxy');
    case 'tls':
      return t('TLS');
    case 'http':
      return t('HTTP answer');
    case 'key':
      return t('Key');
    case 'clock':
      return t('Clock');
    case 'rate':
      return t('Rate limit');
  }
}

/** The first problem is the one to begin with: others can follow from it. They are named below it. */
function summarize(steps: readonly Step[], t: Translate): string {
  const count = (status: StepStatus): number => steps.filter((step) => step.status === status).length;
  const failed = steps.filter(({ status }) => status === 'failed');
  const [first, ...others] = failed.length > 0 ? failed : steps.filter(({ status }) => status === 'warning');
  const counts = t(
    '{0} passed, {1} with a warning, {2} failed, {3} skipped.',
    count('passed'),
    count('warning'),
    count('failed'),
    count('skipped'),
  );
  if (!first) return `${t('No problem found.')} ${counts}`;
  const [finding] = first.findings;
  const title = titleOfStep(first.name, t);
  const headline = `**${title}:** ${finding ? describeFinding(finding, t) : ''}`;
  const names = others.map(({ name }) => titleOfStep(name, t)).join(', ');
  const rest = names === '' ? [] : [t('Begin with this one. There is a problem as well with: {0}.', names)];
  return [headline, ...rest, counts].join('\n\n');
}

function formatStep({ name, status, ms, findings }: Step, position: number, t: Translate): string {
  const isProblem = status === 'failed' || status === 'warning';
  const outcome = isProblem ? `**${statusWord(status, t)}**` : statusWord(status, t);
  const time = status === 'skipped' ? '' : ` (${t('{0} ms', ms)})`;
  const words = findings.map((finding) => describeFinding(finding, t)).join(' ');
  const advice = new Set(findings.map((finding) => adviceOn(finding, t)).filter((one) => one !== undefined));
  const lines = [...advice].map((one) => `\n   - ${t('What to do: {0}', one)}`);
  return `${position}. ${titleOfStep(name, t)}: ${outcome}${time}. ${words}${lines.join('')}`;
}

function statusWord(status: StepStatus, t: Translate): string {
  switch (status) {
    case 'passed':
      return t('passed');
    case 'warning':
      return t('warning');
    case 'failed':
      return t('failed');
    case 'skipped':
      return t('skipped');
  }
}
