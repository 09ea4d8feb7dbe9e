// A diagnosis as a page that one can read and paste into a bug report: what was found at each step, and what to do.
import type { Step, StepName, StepStatus, CertificateProblem, Finding } from '#api/diagnosis/findings.ts';
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
      return t('HTTP response');
    case 'key':
      return t('Key');
    case 'clock':
      return t('Clock');
    case 'rate':
      return t('Rate limit');
  }
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
  const headline = `**${title}:** ${finding ? toMarkdown(describeFinding(finding, t)) : ''}`;
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
  const words = toMarkdown(findings.map((finding) => describeFinding(finding, t)).join(' '));
  const advice = new Set(
    findings.map((finding) => findingAdvice(finding, t)).filter((one) => one !== undefined),
  );
  const lines = [...advice].map((one) => `\n   - ${t('What to do: {0}', toMarkdown(one))}`);
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

// What to do about each finding of a diagnosis.
/** Undefined if there is nothing to do. */
// oxlint-disable-next-line max-lines-per-function -- a case for each finding
function findingAdvice(finding: Finding, t: Translate): string | undefined {
  switch (finding.is) {
    case 'badAddress':
      return t('Disconnect, and connect again with the right address.');
    case 'unresolved':
      return t('Check the spelling of the address, the network and the VPN.');
    case 'notThisMachine':
      return t('Use https.');
    case 'notConnected':
      return t('Check the port, the firewall and the VPN, and that the service is running.');
    case 'proxyUnreadable':
      return finding.problem === 'scheme'
        ? t('Enter the proxy as http://host:port in the setting http.proxy.')
        : t('Replace each “%” in the user name and password with %25.');
    case 'tunnelRefused':
      return finding.status === 407
        ? t('Enter the credentials in the setting http.proxyAuthorization, or sign in when VS Code asks.')
        : t('Ask the administrator of the proxy to allow this host, or add it to http.noProxy.');
    case 'tunnelBroken':
      return t('Check the address and the port of the proxy.');
    case 'handshakeFailed':
      return t('Check the address and the port: the server there may not use https.');
    case 'untrusted':
      return adviceForCertificate(finding.problem, t);
    case 'systemStore':
      return finding.state === 'reading'
        ? t('Diagnose the connection again in a minute.')
        : t(
            'Set the environment variable NODE_EXTRA_CA_CERTS to a file with your company’s certificate authority, and restart VS Code.',
          );
    case 'notVerified':
      return t('Turn http.proxyStrictSSL on again once the certificate is trusted.');
    case 'expiresSoon':
      return t('Ask the administrator of the service to renew it.');
    case 'page':
    case 'notJson':
    case 'redirect':
      return t('Check the address, and whether a sign-in page or a proxy is in front of the service.');
    case 'refused':
      return finding.kind === 'server'
        ? t('Try again; if it persists, contact the service’s administrator.')
        : undefined;
    case 'throttled':
      return t('Wait, then try again. Your whole team shares the limit.');
    case 'noKey':
    case 'badKey':
    case 'keyRejected':
      return t('Run “Change Key…” and enter a valid personal API key.');
    case 'scopeMissing':
      return t('Add the scope to the key in the service’s settings, or enter another key.');
    case 'projectMissing':
      return t('Check the project ID, or remove the project from the tree.');
    case 'noAccess':
      return t('Ask for access to the project, or enter another key.');
    case 'clock':
      return Math.abs(finding.aheadMs) > 60_000 ? t('Set this machine’s clock.') : undefined;
    case 'timedOut':
      return t('Check the firewall and the VPN: they may block the connection.');
    case 'address':
    case 'answered':
    case 'chain':
    case 'connected':
    case 'editorConnects':
    case 'emptyChangeAccepted':
    case 'handshake':
    case 'ipAddress':
    case 'keyAccepted':
    case 'noProxy':
    case 'notAnswered':
    case 'notChecked':
    case 'plainHttp':
    case 'proxy':
    case 'proxyBypassed':
    case 'proxyNotForThisMachine':
    case 'proxyOff':
    case 'rate':
    case 'readable':
    case 'resolved':
    case 'resolvedByProxy':
    case 'scopeGranted':
    case 'trusted':
    case 'tunnelOpen':
    case 'wrongShape':
      return undefined;
  }
}

function adviceForCertificate(problem: CertificateProblem, t: Translate): string {
  switch (problem) {
    case 'selfSigned':
      return t('Install this certificate in the system’s certificate store, and reload the window.');
    case 'unknownAuthority':
      return t(
        'Install your company’s certificate authority in the system’s certificate store, and reload the window.',
      );
    case 'missingIntermediate':
      return t('Ask the administrator of the service to send the complete certificate chain.');
    case 'expired':
      return t(
        'Check this machine’s date. If it is right, ask the administrator of the service to renew the certificate.',
      );
    case 'notYetValid':
      return t('Check this machine’s date.');
    case 'wrongName':
      return t('Check the address. A proxy that inspects traffic can also cause this.');
    case 'other':
      return t('Send this page to the administrator of the service.');
  }
}
