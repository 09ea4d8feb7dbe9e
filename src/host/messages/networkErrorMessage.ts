// Describes a failed connection: no response came from the service.
import * as vscode from 'vscode';
import type { ApiError } from '#api/apiError.ts';
import { displayText } from '#text/displayText.ts';

const { t } = vscode.l10n;

/** Keeps the system's code, such as ECONNREFUSED: people search for it. */
export function describeNetworkError(error: ApiError): string {
  const code = error.code ?? '';
  const [, status] = /^ERR_PROXY_(\d+)$/.exec(code) ?? [];
  if (status !== undefined) return describeProxyRefusal(status);
  if (code === 'ECONNREFUSED')
    return t(
      'Cannot connect: no server is listening at this address ({0}). Check the address and that the service is running, then try again.',
      code,
    );
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return t(
      'Cannot connect: host not found ({0}). Check the address and the network, then try again.',
      code,
    );
  if (code === 'ERR_PROXY_SIGN_IN')
    return t(
      'Cannot connect: the user name or password in the proxy’s address has an invalid “%” ({0}). Replace it with %25.',
      code,
    );
  if (code.startsWith('ERR_SSL') || code === 'EPROTO')
    return t(
      'Cannot connect: the address does not support https ({0}). Check the address and its port.',
      code,
    );
  if (code.startsWith('CERT_') || /SELF_SIGNED|ISSUER_CERT|LEAF_SIGNATURE|ERR_TLS_CERT/.test(code))
    return t(
      'Cannot connect: this machine does not trust the service’s certificate ({0}). Check the address; behind a company proxy, install its certificate.',
      code,
    );
  if (code === 'UND_ERR_SOCKET')
    return t(
      'Cannot connect: the connection was closed before the service responded. Check the network and the proxy, then try again.',
    );
  return t(
    'Cannot connect ({0}). Check the address, the network and the proxy, then try again.',
    causeOf(error),
  );
}

function describeProxyRefusal(status: string): string {
  if (status === '407')
    return t(
      'Cannot connect: the proxy requires authentication (407). Enter the credentials in the setting http.proxyAuthorization, then try again.',
    );
  return t(
    'Cannot connect: the proxy rejected the connection ({0}). Ask its administrator to allow this host, or add the host to http.noProxy.',
    status,
  );
}

/** The system's code; its message where the code is the HTTP library's own. */
function causeOf(error: ApiError): string {
  const { code } = error;
  if (code !== undefined && !code.startsWith('UND_ERR')) return code;
  let { message } = error;
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) message = cause.message;
  return displayText(message, maxCauseLength);
}

const maxCauseLength = 200;
