// Each finding of a diagnosis in words.
import type {
  Certificate,
  CertificateProblem,
  Finding,
  NotChecked,
  TrustStore,
} from '#api/diagnosis/findings.ts';
import type { ApiErrorKind } from '#api/apiError.ts';
import type { Translate } from '#text/translate.ts';

/** One sentence, or two. */
// oxlint-disable-next-line max-lines-per-function -- a case for each finding
export function describeFinding(finding: Finding, t: Translate): string {
  switch (finding.is) {
    case 'address':
      return `${finding.origin}${finding.path}.`;
    case 'badAddress':
      return t(
        'The address cannot be used: it must begin with https, or with http on this machine, and contain no user name.',
      );
    case 'noProxy':
      return t('No proxy is set.');
    case 'proxyOff':
      return t('Off, in the setting http.proxySupport.');
    case 'proxyNotForThisMachine':
      return t('Not used for addresses on this machine.');
    case 'proxyBypassed':
      return t('Not used for {0}: http.noProxy or NO_PROXY excludes it.', finding.host);
    case 'proxy':
      return t('{0}, from {1}.', finding.host, finding.source);
    case 'proxyUnreadable':
      return finding.problem === 'scheme'
        ? t(
            'The proxy in {0} is not an http or https address, so only VS Code’s own network can use it.',
            finding.source,
          )
        : t('In {0}, the proxy’s user name or password has an invalid “%”.', finding.source);
    case 'ipAddress':
      return t('{0} is an IP address.', finding.host);
    case 'resolved':
      return t('{0} is {1}.', finding.host, finding.addresses.join(', '));
    case 'unresolved':
      return t('{0} was not found ({1}).', finding.host, finding.code);
    case 'notThisMachine':
      return t('{0} does not resolve to this machine, so the key is not sent without TLS.', finding.host);
    case 'resolvedByProxy':
      return t('The proxy resolves {0}.', finding.host);
    case 'connected':
      return t('Connected to {0}.', finding.host);
    case 'notConnected':
      return t('No connection to {0} ({1}).', finding.host, finding.code);
    case 'tunnelOpen':
      return t('The proxy opened a tunnel to {0}.', finding.host);
    case 'tunnelRefused':
      return finding.status === 407
        ? t('The proxy requires authentication (407).')
        : t('The proxy rejected the tunnel ({0}).', finding.status);
    case 'tunnelBroken':
      return t('The proxy closed the connection ({0}).', finding.code);
    case 'plainHttp':
      return t('Not used: plain http on this machine.');
    case 'handshake':
      return t('Protocol: {0}.', finding.protocol);
    case 'handshakeFailed':
      return t('The TLS handshake failed ({0}).', finding.code);
    case 'chain':
      return describeChain(finding.certificates, t);
    case 'trusted':
      return describeStore(finding.store, t);
    case 'untrusted':
      return describeProblem(finding.problem, finding.code, t);
    case 'systemStore':
      return describeStoreState(finding.state, t);
    case 'notVerified':
      return t('Certificates are not verified: http.proxyStrictSSL is off.');
    case 'expiresSoon':
      return describeExpiry(finding.days, t);
    case 'editorConnects':
      return t('VS Code’s own network reached the service, so requests work.');
    case 'answered':
      return finding.isByEditor
        ? t('Status {0}, through VS Code’s own network (system proxy or PAC file).', finding.status)
        : t('Status {0}.', finding.status);
    case 'page':
      return t('Received a web page instead of JSON (status {0}).', finding.status);
    case 'notJson':
      return t('Received something other than JSON (status {0}).', finding.status);
    case 'redirect':
      return finding.origin === undefined
        ? t('Redirected to another path (status {0}).', finding.status)
        : t('Redirected to {0} (status {1}).', finding.origin, finding.status);
    case 'notAnswered':
      return t('No response: {0} ({1}).', describeKind(finding.kind, t), finding.code);
    case 'refused':
      return describeRefusal(finding.kind, finding.status, finding.requestId, t);
    case 'throttled':
      return finding.untilMs === undefined
        ? t('The service is limiting requests.')
        : t('The service is limiting requests until {0}.', formatTime(finding.untilMs));
    case 'noKey':
      return t('This machine has no key for this connection.');
    case 'badKey':
      return t('The stored key is empty or has invalid characters.');
    case 'keyAccepted':
      return t('The service accepts the key.');
    case 'keyRejected':
      return t('The service rejects the key (401).');
    case 'scopeGranted':
      return describeGrant(finding.how, finding.status, t);
    case 'scopeMissing':
      return t('The key lacks the scope {0}.', finding.scope);
    case 'emptyChangeAccepted':
      return t(
        'The service accepted an empty change of record 0, which should not exist ({0}).',
        finding.status,
      );
    case 'readable':
      return finding.what === 'dashboards' ? t('Dashboards can be read.') : t('Cohorts can be read.');
    case 'projectMissing':
      return t('The service has no such project (404).');
    case 'noAccess':
      return t('The key has no access (403).');
    case 'wrongShape':
      return finding.what === 'dashboards'
        ? t('The list of dashboards has an unexpected format.')
        : t('The list of cohorts has an unexpected format.');
    case 'clock':
      return describeClock(finding.aheadMs, t);
    case 'rate':
      return finding.what === 'records'
        ? t('Requests in the last minute: {0} of {1}.', finding.recent, finding.perMinute)
        : t('Requests for persons in the last minute: {0} of {1}.', finding.recent, finding.perMinute);
    case 'timedOut':
      return t('No response within {0} s.', finding.seconds);
    case 'notChecked':
      return t('Not checked: {0}.', describeReason(finding.why, t));
  }
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
  switch (store) {
    case 'bundled':
      return t('Trusted, signed by a public authority.');
    case 'extra':
      return t('Trusted, through NODE_EXTRA_CA_CERTS.');
    case 'system':
      return t('Trusted, only through certificates installed on this machine.');
    case 'unknown':
      return t('Trusted.');
  }
}

function describeStoreState(state: 'reading' | 'empty' | 'unreadable', t: Translate): string {
  switch (state) {
    case 'reading':
      return t('This machine’s certificate store is still being read.');
    case 'empty':
      return t('This machine’s certificate store is empty, or VS Code may not read it.');
    case 'unreadable':
      return t('This machine’s certificate store could not be read.');
  }
}

function describeProblem(problem: CertificateProblem, code: string, t: Translate): string {
  switch (problem) {
    case 'selfSigned':
      return t('The certificate is self-signed ({0}).', code);
    case 'unknownAuthority':
      return t('The certificate is signed by an authority that this machine does not trust ({0}).', code);
    case 'missingIntermediate':
      return t('The service does not send its intermediate certificate ({0}).', code);
    case 'expired':
      return t('A certificate has expired ({0}).', code);
    case 'notYetValid':
      return t('A certificate is not valid yet ({0}).', code);
    case 'wrongName':
      return t('The certificate is for another host ({0}).', code);
    case 'other':
      return t('The certificate is not trusted ({0}).', code);
  }
}

function describeGrant(how: 'read' | 'emptyChange' | 'noRecord', status: number, t: Translate): string {
  switch (how) {
    case 'read':
      return t('Granted: the list can be read.');
    case 'emptyChange':
      return t(
        'Granted: an empty change of record 0, which does not exist, returned {0} instead of 403.',
        status,
      );
    case 'noRecord':
      return t(
        'Granted: a request for the persons of cohort 0, which does not exist, returned {0} instead of 403.',
        status,
      );
  }
}

function describeRefusal(
  kind: ApiErrorKind,
  status: number | undefined,
  requestId: string | undefined,
  t: Translate,
): string {
  const what =
    status === undefined ? describeKind(kind, t) : t('{0} (status {1})', describeKind(kind, t), status);
  return requestId === undefined
    ? t('Rejected: {0}.', what)
    : t('Rejected: {0}, request {1}.', what, requestId);
}

/** @param days whole ones */
function describeExpiry(days: number, t: Translate): string {
  if (days < 1) return t('A certificate expires in less than a day.');
  return days === 1 ? t('A certificate expires in 1 day.') : t('A certificate expires in {0} days.', days);
}

function describeKind(kind: ApiErrorKind, t: Translate): string {
  switch (kind) {
    case 'network':
      return t('connection lost');
    case 'timeout':
      return t('too slow');
    case 'incomplete':
      return t('the response ended early');
    case 'server':
      return t('the service failed');
    case 'notJson':
      return t('not JSON');
    case 'unauthenticated':
      return t('key rejected');
    case 'cancelled':
    case 'forbidden':
    case 'invalid':
    case 'missingScope':
    case 'notAllowed':
    case 'notFound':
    case 'throttled':
    case 'unexpected':
    case 'readOnly':
    case 'unresolvedProject':
    case 'unapproved':
      return t('not accepted');
  }
}

function describeClock(aheadMs: number, t: Translate): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  if (seconds < 2) return t('In sync with the service.');
  return aheadMs > 0
    ? t('This machine’s clock is {0} s ahead of the service’s.', seconds)
    : t('This machine’s clock is {0} s behind the service’s.', seconds);
}

function describeReason(why: NotChecked, t: Translate): string {
  switch (why) {
    case 'noConnection':
      return t('an earlier step failed');
    case 'noKey':
      return t('there is no usable key');
    case 'keyRejected':
      return t('the key is rejected');
    case 'noProject':
      return t('the connection has no project in the tree');
    case 'noProjectAnswers':
      return t('the key has access to none of the projects');
    case 'otherScopeFirst':
      return t('another scope is missing');
    case 'protected':
      return t('every project that the key has access to is protected, so no change is sent');
    case 'noDate':
      return t('the service does not send its time');
    case 'throttled':
      return t('the rate limit is reached');
    case 'tooMany':
      return t('only the first projects are checked');
    case 'unclear':
      return t('the response does not say');
  }
}

function formatDay(ms: number): string {
  return Number.isNaN(ms) ? '?' : new Date(ms).toISOString().slice(0, 10);
}

/** The time in UTC, as the page's own time. */
function formatTime(ms: number): string {
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? '?' : `${time.toISOString().slice(0, 19)}Z`;
}
