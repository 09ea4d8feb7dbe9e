// Each finding of a diagnosis in words, and what to do about it.
import type { ApiErrorKind } from '#api/apiError.ts';
import type {
  Certificate,
  CertificateProblem,
  Finding,
  NotChecked,
  TrustStore,
} from '#api/diagnosis/findings.ts';
import type { Translate } from '#text/translate.ts';

/** One sentence, or two; the advice is missing if there is nothing to do. */
type Words = readonly [text: string, advice?: string];

// oxlint-disable-next-line max-lines-per-function -- a case for each finding
export function describeFinding(finding: Finding, t: Translate): Words {
  switch (finding.is) {
    case 'address':
      return [`${finding.origin}${finding.path}.`];
    case 'badAddress':
      return [
        t(
          'The address cannot be used: it must begin with https, or with http on this machine, and contain no user name.',
        ),
        t('Disconnect, and connect again with the right address.'),
      ];
    case 'noProxy':
      return [t('No proxy is set.')];
    case 'proxyOff':
      return [t('Off, in the setting http.proxySupport.')];
    case 'proxyNotForThisMachine':
      return [t('Not used for addresses on this machine.')];
    case 'proxyBypassed':
      return [t('Not used for {0}: http.noProxy or NO_PROXY excludes it.', finding.host)];
    case 'proxy':
      return [t('{0}, from {1}.', finding.host, finding.source)];
    case 'proxyUnreadable':
      return finding.problem === 'scheme'
        ? [
            t(
              'The proxy in {0} is not an http or https address, so only VS Code’s own network can use it.',
              finding.source,
            ),
            t('Enter the proxy as http://host:port in the setting http.proxy.'),
          ]
        : [
            t('In {0}, the proxy’s user name or password has an invalid “%”.', finding.source),
            t('Replace each “%” in the user name and password with %25.'),
          ];
    case 'ipAddress':
      return [t('{0} is an IP address.', finding.host)];
    case 'resolved':
      return [t('{0} is {1}.', finding.host, finding.addresses.join(', '))];
    case 'unresolved':
      return [
        t('{0} was not found ({1}).', finding.host, finding.code),
        t('Check the spelling of the address, the network and the VPN.'),
      ];
    case 'notThisMachine':
      return [
        t('{0} does not resolve to this machine, so the key is not sent without TLS.', finding.host),
        t('Use https.'),
      ];
    case 'resolvedByProxy':
      return [t('The proxy resolves {0}.', finding.host)];
    case 'connected':
      return [t('Connected to {0}.', finding.host)];
    case 'notConnected':
      return [
        t('No connection to {0} ({1}).', finding.host, finding.code),
        t('Check the port, the firewall and the VPN, and that the service is running.'),
      ];
    case 'tunnelOpen':
      return [t('The proxy opened a tunnel to {0}.', finding.host)];
    case 'tunnelRefused':
      return finding.status === 407
        ? [
            t('The proxy requires authentication (407).'),
            t('Enter the credentials in the setting http.proxyAuthorization, or sign in when VS Code asks.'),
          ]
        : [
            t('The proxy rejected the tunnel ({0}).', finding.status),
            t('Ask the administrator of the proxy to allow this host, or add it to http.noProxy.'),
          ];
    case 'tunnelBroken':
      return [
        t('The proxy closed the connection ({0}).', finding.code),
        t('Check the address and the port of the proxy.'),
      ];
    case 'plainHttp':
      return [t('Not used: plain http on this machine.')];
    case 'handshake':
      return [t('Protocol: {0}.', finding.protocol)];
    case 'handshakeFailed':
      return [
        t('The TLS handshake failed ({0}).', finding.code),
        t('Check the address and the port: the server there may not use https.'),
      ];
    case 'chain':
      return [describeChain(finding.certificates, t)];
    case 'trusted':
      return [describeStore(finding.store, t)];
    case 'untrusted':
      return describeProblem(finding.problem, finding.code, t);
    case 'systemStore':
      return describeStoreState(finding.state, t);
    case 'notVerified':
      return [
        t('Certificates are not verified: http.proxyStrictSSL is off.'),
        t('Turn http.proxyStrictSSL on again once the certificate is trusted.'),
      ];
    case 'expiresSoon':
      return [describeExpiry(finding.days, t), t('Ask the administrator of the service to renew it.')];
    case 'editorConnects':
      return [t('VS Code’s own network reached the service, so requests work.')];
    case 'answered':
      return [
        finding.isByEditor
          ? t('Status {0}, through VS Code’s own network (system proxy or PAC file).', finding.status)
          : t('Status {0}.', finding.status),
      ];
    case 'page':
      return [t('Received a web page instead of JSON (status {0}).', finding.status), checkAddress(t)];
    case 'notJson':
      return [t('Received something other than JSON (status {0}).', finding.status), checkAddress(t)];
    case 'redirect':
      return [
        finding.origin === undefined
          ? t('Redirected to another path (status {0}).', finding.status)
          : t('Redirected to {0} (status {1}).', finding.origin, finding.status),
        checkAddress(t),
      ];
    case 'notAnswered':
      return [t('No response: {0} ({1}).', describeKind(finding.kind, t), finding.code)];
    case 'refused':
      return describeRefusal(finding, t);
    case 'throttled':
      return [
        finding.untilMs === undefined
          ? t('The service is limiting requests.')
          : t('The service is limiting requests until {0}.', formatTime(finding.untilMs)),
        t('Wait, then try again. Your whole team shares the limit.'),
      ];
    case 'noKey':
      return [t('This machine has no key for this connection.'), changeKey(t)];
    case 'badKey':
      return [t('The stored key is empty or has invalid characters.'), changeKey(t)];
    case 'keyAccepted':
      return [t('The service accepts the key.')];
    case 'keyRejected':
      return [t('The service rejects the key (401).'), changeKey(t)];
    case 'scopeGranted':
      return [describeGrant(finding.how, finding.status, t)];
    case 'scopeMissing':
      return [
        t('The key lacks the scope {0}.', finding.scope),
        t('Add the scope to the key in the service’s settings, or enter another key.'),
      ];
    case 'emptyChangeAccepted':
      return [
        t('The service accepted an empty change of record 0, which should not exist ({0}).', finding.status),
      ];
    case 'readable':
      return [finding.what === 'dashboards' ? t('Dashboards can be read.') : t('Cohorts can be read.')];
    case 'projectMissing':
      return [
        t('The service has no such project (404).'),
        t('Check the project ID, or remove the project from the tree.'),
      ];
    case 'noAccess':
      return [t('The key has no access (403).'), t('Ask for access to the project, or enter another key.')];
    case 'wrongShape':
      return [
        finding.what === 'dashboards'
          ? t('The list of dashboards has an unexpected format.')
          : t('The list of cohorts has an unexpected format.'),
      ];
    case 'clock':
      return describeClock(finding.aheadMs, t);
    case 'rate':
      return [describeRate(finding, t)];
    case 'timedOut':
      return [
        t('No response within {0} s.', finding.seconds),
        t('Check the firewall and the VPN: they may block the connection.'),
      ];
    case 'notChecked':
      return [t('Not checked: {0}.', describeReason(finding.why, t))];
  }
}

function checkAddress(t: Translate): string {
  return t('Check the address, and whether a sign-in page or a proxy is in front of the service.');
}

function changeKey(t: Translate): string {
  return t('Run “Change Key…” and enter a valid personal API key.');
}

function describeChain(certificates: readonly Certificate[], t: Translate): string {
  const lines = certificates.map(({ subject, issuer, expiresMs }) =>
    t('{0}, signed by {1}, expires {2}', subject, issuer, formatDay(expiresMs)),
  );
  return lines.length === 0
    ? t('The service sent no certificate.')
    : t('Certificates: {0}.', lines.join('; '));
}

function describeStore(store: TrustStore, t: Translate): string {
  const words: Record<TrustStore, string> = {
    bundled: t('Trusted, signed by a public authority.'),
    extra: t('Trusted, through NODE_EXTRA_CA_CERTS.'),
    system: t('Trusted, only through certificates installed on this machine.'),
    unknown: t('Trusted.'),
  };
  return words[store];
}

function describeStoreState(state: 'reading' | 'empty' | 'unreadable', t: Translate): Words {
  if (state === 'reading')
    return [
      t('This machine’s certificate store is still being read.'),
      t('Diagnose the connection again in a minute.'),
    ];
  return [
    state === 'empty'
      ? t('This machine’s certificate store is empty, or VS Code may not read it.')
      : t('This machine’s certificate store could not be read.'),
    t(
      'Set the environment variable NODE_EXTRA_CA_CERTS to a file with your company’s certificate authority, and restart VS Code.',
    ),
  ];
}

function describeProblem(problem: CertificateProblem, code: string, t: Translate): Words {
  const words: Record<CertificateProblem, Words> = {
    selfSigned: [
      t('The certificate is self-signed ({0}).', code),
      t('Install this certificate in the system’s certificate store, and reload the window.'),
    ],
    unknownAuthority: [
      t('The certificate is signed by an authority that this machine does not trust ({0}).', code),
      t(
        'Install your company’s certificate authority in the system’s certificate store, and reload the window.',
      ),
    ],
    missingIntermediate: [
      t('The service does not send its intermediate certificate ({0}).', code),
      t('Ask the administrator of the service to send the complete certificate chain.'),
    ],
    expired: [
      t('A certificate has expired ({0}).', code),
      t(
        'Check this machine’s date. If it is right, ask the administrator of the service to renew the certificate.',
      ),
    ],
    notYetValid: [t('A certificate is not valid yet ({0}).', code), t('Check this machine’s date.')],
    wrongName: [
      t('The certificate is for another host ({0}).', code),
      t('Check the address. A proxy that inspects traffic can also cause this.'),
    ],
    other: [
      t('The certificate is not trusted ({0}).', code),
      t('Send this page to the administrator of the service.'),
    ],
  };
  return words[problem];
}

function describeGrant(how: 'read' | 'emptyChange' | 'noRecord', status: number, t: Translate): string {
  if (how === 'read') return t('Granted: the list can be read.');
  return how === 'emptyChange'
    ? t('Granted: an empty change of record 0, which does not exist, returned {0} instead of 403.', status)
    : t(
        'Granted: a request for the persons of cohort 0, which does not exist, returned {0} instead of 403.',
        status,
      );
}

function describeRefusal(finding: Extract<Finding, { readonly is: 'refused' }>, t: Translate): Words {
  const { kind, status, requestId } = finding;
  const reason = describeKind(kind, t);
  const what = status === undefined ? reason : t('{0} (status {1})', reason, status);
  const text =
    requestId === undefined ? t('Rejected: {0}.', what) : t('Rejected: {0}, request {1}.', what, requestId);
  if (kind !== 'server') return [text];
  return [text, t('Try again; if it persists, contact the service’s administrator.')];
}

/** @param days whole ones */
function describeExpiry(days: number, t: Translate): string {
  if (days < 1) return t('A certificate expires in less than a day.');
  return days === 1 ? t('A certificate expires in 1 day.') : t('A certificate expires in {0} days.', days);
}

function describeKind(kind: ApiErrorKind, t: Translate): string {
  const words: Partial<Record<ApiErrorKind, string>> = {
    network: t('connection lost'),
    timeout: t('too slow'),
    incomplete: t('the response ended early'),
    server: t('the service failed'),
    notJson: t('not JSON'),
    unauthenticated: t('key rejected'),
  };
  return words[kind] ?? t('not accepted');
}

function describeClock(aheadMs: number, t: Translate): Words {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  if (seconds < 2) return [t('In sync with the service.')];
  const text =
    aheadMs > 0
      ? t('This machine’s clock is {0} s ahead of the service’s.', seconds)
      : t('This machine’s clock is {0} s behind the service’s.', seconds);
  return Math.abs(aheadMs) > 60_000 ? [text, t('Set this machine’s clock.')] : [text];
}

function describeReason(why: NotChecked, t: Translate): string {
  const words: Record<NotChecked, string> = {
    noConnection: t('an earlier step failed'),
    noKey: t('there is no usable key'),
    keyRejected: t('the key is rejected'),
    noProject: t('the connection has no project in the tree'),
    noProjectAnswers: t('the key has access to none of the projects'),
    otherScopeFirst: t('another scope is missing'),
    protected: t('every project that the key has access to is protected, so no change is sent'),
    noDate: t('the service does not send its time'),
    throttled: t('the rate limit is reached'),
    tooMany: t('only the first projects are checked'),
    unclear: t('the response does not say'),
  };
  return words[why];
}

function formatDay(ms: number): string {
  return Number.isNaN(ms) ? '?' : new Date(ms).toISOString().slice(0, 10);
}

/** The time in UTC, as the page's own time. */
function formatTime(ms: number): string {
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? '?' : `${time.toISOString().slice(0, 19)}Z`;
}

function describeRate(
  { what, recent, perMinute }: Extract<Finding, { readonly is: 'rate' }>,
  t: Translate,
): string {
  if (perMinute === undefined)
    return what === 'records'
      ? t('Requests in the last minute: {0}, without a limit.', recent)
      : t('Requests for persons in the last minute: {0}, without a limit.', recent);
  return what === 'records'
    ? t('Requests in the last minute: {0} of {1}.', recent, perMinute)
    : t('Requests for persons in the last minute: {0} of {1}.', recent, perMinute);
}
