// What a diagnosis finds, as data: model/connections/describeFinding.ts puts it into words. Nothing here holds a key, a name
// of a person, project or record, or a sentence of the service.
import type { ApiErrorKind } from '#api/apiError.ts';
import type { ProxyProblem } from '#api/http/dispatcher.ts';
import type { StoreState } from '#api/clientTypes.ts';

export type StepStatus = 'passed' | 'warning' | 'failed' | 'skipped';

export const scopes = [
  'dashboard:read',
  'dashboard:write',
  'cohort:read',
  'cohort:write',
  'person:read',
] as const;
export type Scope = (typeof scopes)[number];

export type StepName =
  | 'address'
  | 'proxy'
  | 'dns'
  | 'tcp'
  | 'tunnel'
  | 'tls'
  | 'http'
  | 'key'
  | { readonly scope: Scope }
  /** A project by its position in the tree, from 1: its id and its name stay out of the report. */
  | { readonly project: number }
  | 'clock'
  | 'rate';

export interface Step {
  readonly name: StepName;
  readonly status: StepStatus;
  readonly ms: number;
  /** The most important one first. */
  readonly findings: readonly Finding[];
}

export interface Certificate {
  /** Common name, or organization. */
  readonly subject: string;
  readonly issuer: string;
  /** Milliseconds since 1970; NaN if it cannot be read. */
  readonly expiresMs: number;
}

/** Where a certificate's authority is trusted: Node's own list, NODE_EXTRA_CA_CERTS, or the system. */
export type TrustStore = 'bundled' | 'extra' | 'system' | 'unknown';

export type CertificateProblem =
  | 'selfSigned'
  | 'unknownAuthority'
  | 'missingIntermediate'
  | 'expired'
  | 'notYetValid'
  | 'wrongName'
  | 'other';

/** `code`: the system's, such as ECONNREFUSED. */
export type Finding =
  | { readonly is: 'address'; readonly origin: string; readonly path: string }
  | { readonly is: 'badAddress' }
  | { readonly is: 'noProxy' }
  | { readonly is: 'proxyOff' }
  | { readonly is: 'proxyNotForThisMachine' }
  | { readonly is: 'proxyBypassed'; readonly host: string }
  /** `source`: the setting or environment variable that names the proxy. */
  | { readonly is: 'proxy'; readonly host: string; readonly source: string }
  | { readonly is: 'proxyUnreadable'; readonly source: string; readonly problem: ProxyProblem }
  | { readonly is: 'ipAddress'; readonly host: string }
  | { readonly is: 'resolved'; readonly host: string; readonly addresses: readonly string[] }
  | { readonly is: 'unresolved'; readonly host: string; readonly code: string }
  | { readonly is: 'notThisMachine'; readonly host: string }
  | { readonly is: 'resolvedByProxy'; readonly host: string }
  | { readonly is: 'connected'; readonly host: string }
  | { readonly is: 'notConnected'; readonly host: string; readonly code: string }
  | { readonly is: 'tunnelOpen'; readonly host: string }
  | { readonly is: 'tunnelRefused'; readonly status: number }
  | { readonly is: 'tunnelBroken'; readonly code: string }
  | { readonly is: 'plainHttp' }
  | { readonly is: 'handshake'; readonly protocol: string }
  | { readonly is: 'handshakeFailed'; readonly code: string }
  | { readonly is: 'chain'; readonly certificates: readonly Certificate[] }
  | { readonly is: 'trusted'; readonly store: TrustStore }
  | { readonly is: 'untrusted'; readonly problem: CertificateProblem; readonly code: string }
  /** The system's certificate store cannot say whether it trusts the certificate. */
  | { readonly is: 'systemStore'; readonly state: Exclude<StoreState, 'read'> }
  | { readonly is: 'notVerified' }
  | { readonly is: 'expiresSoon'; readonly days: number }
  | { readonly is: 'editorConnects' }
  | { readonly is: 'answered'; readonly status: number; readonly isByEditor: boolean }
  | { readonly is: 'page' | 'notJson'; readonly status: number }
  /** `origin`: where to; undefined for another path of the same service. */
  | { readonly is: 'redirect'; readonly status: number; readonly origin: string | undefined }
  | { readonly is: 'notAnswered'; readonly kind: ApiErrorKind; readonly code: string }
  | {
      readonly is: 'refused';
      readonly kind: ApiErrorKind;
      readonly status: number | undefined;
      readonly requestId: string | undefined;
    }
  | { readonly is: 'throttled'; readonly untilMs: number | undefined }
  | { readonly is: 'noKey' }
  | { readonly is: 'badKey' }
  | { readonly is: 'keyAccepted' }
  | { readonly is: 'keyRejected' }
  | {
      readonly is: 'scopeGranted';
      readonly how: 'read' | 'emptyChange' | 'noRecord';
      readonly status: number;
    }
  | { readonly is: 'scopeMissing'; readonly scope: string }
  | { readonly is: 'emptyChangeAccepted'; readonly status: number }
  | { readonly is: 'readable'; readonly what: 'dashboards' | 'cohorts' }
  | { readonly is: 'projectMissing' }
  | { readonly is: 'noAccess' }
  | { readonly is: 'wrongShape'; readonly what: 'dashboards' | 'cohorts' }
  /** `aheadMs`: how far this machine's clock is ahead of the service's; negative where it is behind. */
  | { readonly is: 'clock'; readonly aheadMs: number }
  | {
      readonly is: 'rate';
      readonly recent: number;
      /** Undefined for no limit. */
      readonly perMinute: number | undefined;
      readonly what: 'records' | 'persons';
    }
  | { readonly is: 'timedOut'; readonly seconds: number }
  /** `why` a step was not tried. */
  | { readonly is: 'notChecked'; readonly why: NotChecked };

export type NotChecked =
  | 'noConnection'
  | 'noKey'
  | 'keyRejected'
  | 'noProject'
  | 'noProjectAnswers'
  | 'otherScopeFirst'
  | 'protected'
  | 'noDate'
  | 'throttled'
  | 'tooMany'
  | 'unclear';
