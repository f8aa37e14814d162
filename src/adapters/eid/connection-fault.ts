import type { RefusalReason } from '../../domain/login-timeline.ts';

/** By the codes of Node, of OpenSSL and of undici, wherever they stand in the chain of causes. */
const FAULTS: readonly (readonly [RegExp, RefusalReason])[] = [
  [/^(?:ENOTFOUND|EAI_|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)/, 'eid-address'],
  [/CERT|SIGNATURE|ISSUER|SELF_SIGNED|^ERR_TLS|^ERR_SSL|^EPROTO|^ERR_OSSL/, 'eid-tls'],
  [/TIMEOUT|^ETIMEDOUT/, 'eid-slow'],
];

const PINNED = /another key than the pinned/;
const DEEPEST = 8;

/** Why a connection failed; undefined when the eID answered, or for any other fault. */
export function connectionFault(error: unknown): RefusalReason | undefined {
  let link = error;
  for (let depth = 0; depth < DEEPEST && typeof link === 'object' && link !== null; depth += 1) {
    const { code, name, message, cause } = link as Readonly<Record<string, unknown>>;
    if (PINNED.test(String(message))) return 'eid-tls';
    if (name === 'TimeoutError') return 'eid-slow';
    const text = typeof code === 'string' && !code.startsWith('OAUTH_') ? code : '';
    const found = FAULTS.find(([pattern]) => pattern.test(text))?.[1];
    if (found !== undefined) return found;
    link = cause;
  }
  return undefined;
}
