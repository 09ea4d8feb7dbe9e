// A diagnosis as a page that one can read and paste into a bug report: what was found at each step, and what to do.
import type { Step, StepName, StepStatus } from '#api/diagnosis/findings.ts';
import type { Translate } from '#text/translate.ts';
import { describeFinding } from './describeFinding.ts';

export type { Step, StepName };

export interface DiagnosisContext {
  readonly at: Date;
  readonly isSample: boolean;
  /** Such as `Cohort Deck 0.2.0`. */
  readonly versions: readonly string[];
  /** Texts that must not be in the page: the key. */
  readonly secrets: readonly string[];
}

/** Markdown that reads well as plain text, too. */
export function formatDiagnosis(steps: readonly Step[], context: DiagnosisContext, t: Translate): string {
  const redact = (text: string): string =>
    context.secrets.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text);
  const toMarkdown: ToMarkdown = (text) => escapeMarkdown(redact(text));
  const text = [
    `# ${t('Connection diagnosis')}`,
    summarize(steps, t, toMarkdown),
    steps.map((step, index) => formatStep(step, index + 1, t, toMarkdown)).join('\n'),
    `## ${t('Environment')}`,
    [
      `- ${t('Time: {0}', context.at.toISOString())}`,
      ...(context.isSample ? [`- ${t('Connection: sample data')}`] : []),
      ...context.versions.map((version) => `- ${version}`),
    ].join('\n'),
    t('This page contains no key and no names of persons, projects or records.'),
  ].join('\n\n');
  return `${redact(text)}\n`;
}

/** Expects a text without secrets: they could not be found in the escaped one. */
type ToMarkdown = (text: string) => string;

/**
 * What a service, a proxy or a certificate says of itself is neither a link nor a picture on the page. Viewers make links of
 * bare addresses, so these become code.
 */
function escapeMarkdown(text: string): string {
  return text
    .split(/(\s+)/)
    .map((word) => {
      const length = addressLength(word);
      const rest = word.slice(length).replaceAll(/[\\`*[\]<>]/g, String.raw`\$&`);
      return length === 0 ? rest : codeSpan(word.slice(0, length)) + rest;
    })
    .join('');
}

/** How much of a word without spaces is an address, without the punctuation behind it; 0 for any other word. */
function addressLength(word: string): number {
  const lower = word.toLowerCase();
  const ends = ['//', '@', 'www.'].map((sign) => {
    const at = lower.lastIndexOf(sign);
    return at < 0 ? 0 : at + sign.length;
  });
  const least = Math.max(...ends);
  let length = least === 0 ? 0 : word.length;
  while (length > least && '.,;:)'.includes(word.charAt(length - 1))) length--;
  return length;
}

/** Nothing in it ends it. */
function codeSpan(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}

export function titleOfStep(name: StepName, t: Translate): string {
  if (typeof name === 'object')
    return 'scope' in name ? t('Scope {0}', name.scope) : t('Project {0} in the tree', name.project);
  const titles: Record<Exclude<StepName, object>, string> = {
    address: t('Address'),
    proxy: t('Proxy'),
    dns: t('DNS'),
    tcp: t('TCP connection'),
    tunnel: t('Tunnel through the proxy'),
    tls: t('TLS'),
    http: t('HTTP response'),
    key: t('Key'),
    clock: t('Clock'),
    rate: t('Rate limit'),
  };
  return titles[name];
}

/** The first problem is the one to begin with: others can follow from it. They are named below it. */
function summarize(steps: readonly Step[], t: Translate, toMarkdown: ToMarkdown): string {
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
  const headline = `**${title}:** ${finding ? toMarkdown(describeFinding(finding, t)[0]) : ''}`;
  const names = others.map(({ name }) => titleOfStep(name, t)).join(', ');
  const rest = names === '' ? [] : [t('Fix this problem first. Other problems: {0}.', names)];
  return [headline, ...rest, counts].join('\n\n');
}

function formatStep(
  { name, status, ms, findings }: Step,
  position: number,
  t: Translate,
  toMarkdown: ToMarkdown,
): string {
  const isProblem = status === 'failed' || status === 'warning';
  const outcome = isProblem ? `**${statusWord(status, t)}**` : statusWord(status, t);
  const time = status === 'skipped' ? '' : ` (${t('{0} ms', ms)})`;
  const described = findings.map((finding) => describeFinding(finding, t));
  const words = toMarkdown(described.map(([sentence]) => sentence).join(' '));
  const advice = new Set(described.flatMap(([, one]) => one ?? []));
  const lines = [...advice].map((one) => `\n   - ${t('What to do: {0}', toMarkdown(one))}`);
  return `${position}. ${titleOfStep(name, t)}: ${outcome}${time}. ${words}${lines.join('')}`;
}

function statusWord(status: StepStatus, t: Translate): string {
  const words: Record<StepStatus, string> = {
    passed: t('passed'),
    warning: t('warning'),
    failed: t('failed'),
    skipped: t('skipped'),
  };
  return words[status];
}
