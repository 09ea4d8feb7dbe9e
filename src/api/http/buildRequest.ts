// The headers and the body that a call is sent with, the key among them.
import type { TransportGuard } from '#api/writeApproval.ts';
import type { SafeBaseUrl } from '#api/http/connect/requireSafeBaseUrl.ts';
import { type Call, guardWrite } from './call.ts';
import type { WireRequest } from './wire.ts';

/** The only way to a request that can be sent. Throws ApiError if the guard refuses the write. */
export function buildRequest(
  call: Call,
  address: SafeBaseUrl,
  key: string,
  guard: TransportGuard | undefined,
): WireRequest {
  guardWrite(call, address, guard);
  return {
    origin: address.origin,
    path: call.path,
    method: call.method,
    headers: {
      accept: call.accept ?? 'application/json',
      authorization: `Bearer ${key}`,
      'user-agent': 'cohort-deck',
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
    },
    body: call.body === undefined ? undefined : Buffer.from(call.body),
  };
}
