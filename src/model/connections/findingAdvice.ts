// What to do about each finding of a diagnosis.
import type { CertificateProblem, Finding } from '#api/diagnosis/findings.ts';
import type { Translate } from '#text/translate.ts';

/** Undefined where there is nothing to do. */
// oxlint-disable-next-line max-lines-per-function -- a case for each finding
export function findingAdvice(finding: Finding, t: Translate): string | undefined {
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
