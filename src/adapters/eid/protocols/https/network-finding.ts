import type { EidFinding, EidReason } from '../../../../domain/eid-reasons.ts';

/** The codes of Node, OpenSSL and undici by what they mean. Any other code of TLS, then any other code, is below. */
const REASONS: readonly (readonly [RegExp, EidReason])[] = [
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, 'eid-certificate-expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'eid-other-host'],
  [/^KEY_NOT_PINNED$/, 'eid-key-not-pinned'],
  [/^(ERR_SSL_.*ALERT.*(CERT|UNKNOWN_CA|ACCESS_DENIED).*)$/, 'eid-refused-certificate'],
  [
    /^(UNABLE_TO_(VERIFY|GET)_.*|SELF_SIGNED_CERT.*|DEPTH_ZERO_SELF_SIGNED_CERT|CERT_.*|INVALID_(CA|PURPOSE))$/,
    'eid-untrusted',
  ],
  [/^(ERR_SSL_|ERR_TLS_|EPROTO$)/, 'eid-tls-failed'],
  [
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_FAIL|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/,
    'eid-address-wrong',
  ],
  [/^(TIMEOUT|ETIMEDOUT|UND_ERR_.*TIMEOUT)$/, 'eid-too-slow'],
];

/**
 * What a call without an answer failed with: `{code}` of its words is the network's own code. A wrong authority or address
 * is a fault of settings, and no outage of the eID.
 */
export function networkFinding(cause: unknown): EidFinding {
  const code = networkCodeIn(cause) ?? 'UNKNOWN';
  const reason = REASONS.find(([pattern]) => pattern.test(code))?.[1] ?? 'eid-hung-up';
  return { reason, facts: { code } };
}

/** The code of an error, or of one in its chain of causes. A time-out has none of its own. */
export function networkCodeIn(error: unknown): string | undefined {
  let found = error;
  while (typeof found === 'object' && found !== null) {
    const { name, code, cause, errors } = found as Readonly<Record<string, unknown>>;
    if (name === 'TimeoutError') return 'TIMEOUT';
    if (typeof code === 'string' && /^(?!OAUTH_)[A-Z\d_]{2,80}$/.test(code)) return code;
    // Both addresses of a host were tried.
    found = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return undefined;
}
