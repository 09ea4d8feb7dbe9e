// A diagnosis as a page that one can read and paste into a bug report: what was found at each step, and what to do. It has no
// key, and no name of a person, project or record.
import { withoutSecret } from '#api/http/responseHeaders.ts';
import type { Translate } from '#text/translate.ts';

type StepStatus = 'passed' | 'warning' | 'failed' | 'skipped';

/** What a step found, in sentences. */
export interface StepResult {
  readonly status: StepStatus;
  readonly text: string;
  /** What to do, if there is something to do. */
  readonly advice?: string | undefined;
}

export interface Step extends StepResult {
  readonly title: string;
  readonly ms: number;
}

/** Runs a step. @returns whether later steps can run: it neither failed nor was cut short by the rate limit */
export type RunStep = (
  title: string,
  check: (signal: AbortSignal) => StepResult | Promise<StepResult>,
) => Promise<boolean>;

export const passed = (text: string): StepResult => ({ status: 'passed', text });
export const failed = (text: string, advice?: string): StepResult => ({ status: 'failed', text, advice });

/**
 * Shows each text that a sentence is given as code. What a service, a proxy or a certificate says of itself is then neither
 * markup nor a link on the page, and in no text is the key.
 */
export function inCode(translate: Translate, key: string): Translate {
  return (message, ...args) =>
    translate(
      message,
      ...args.map((arg) => (typeof arg === 'number' ? arg : asCode(withoutSecret(arg, key)))),
    );
}

export function asCode(text: string): string {
  return `\`${text.replaceAll(/[`\p{C}]/gu, ' ')}\``;
}

export interface DiagnosisContext {
  readonly at: Date;
  readonly isSample: boolean;
  /** Such as `Cohort Deck 0.2.0`. */
  readonly versions: readonly string[];
}

/** Markdown that reads well as plain text, too. */
export function formatDiagnosis(
  steps: readonly Step[],
  { at, isSample, versions }: DiagnosisContext,
  t: Translate,
): string {
  const environment = [
    t('Time: {0}', at.toISOString()),
    ...(isSample ? [t('Connection: sample data')] : []),
    ...versions,
  ];
  const blocks = [
    `# ${t('Connection diagnosis')}`,
    ...summarize(steps, t),
    steps.map((step, index) => `${index + 1}. ${formatStep(step, t)}`).join('\n'),
    `## ${t('Environment')}`,
    environment.map((line) => `- ${line}`).join('\n'),
    t('This page contains no key and no names of persons, projects or records.'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** The first problem is the one to begin with: others can follow from it. */
function summarize(steps: readonly Step[], t: Translate): readonly string[] {
  const failures = steps.filter(({ status }) => status === 'failed');
  // A step was cut short if there is something to do about it.
  const doubts = steps.filter(({ status, advice }) => status === 'warning' || advice !== undefined);
  const [first, ...others] = failures.length > 0 ? failures : doubts;
  if (!first) return [t('No problem found.')];
  const headline = `**${first.title}:** ${first.text}`;
  if (others.length === 0) return [headline];
  const titles = others.map(({ title }) => title).join(', ');
  return [headline, t('Fix this problem first. Other problems: {0}.', titles)];
}

function formatStep({ title, status, ms, text, advice }: Step, t: Translate): string {
  const words: Record<StepStatus, string> = {
    passed: t('passed'),
    warning: `**${t('warning')}**`,
    failed: `**${t('failed')}**`,
    skipped: t('skipped'),
  };
  const toDo = advice === undefined ? '' : `\n   - ${t('What to do: {0}', advice)}`;
  return `${title}: ${words[status]} (${t('{0} ms', ms)}). ${text}${toDo}`;
}
