import { describe, expect, test } from '@jest/globals';

import { networkFinding } from '../../../../../src/adapters/eid/protocols/https/network-finding.ts';

function withCode(code: string): Error {
  return Object.assign(new Error('a call failed'), { code });
}

describe('a call without an answer', () => {
  test.each([
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'eid-untrusted'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'eid-untrusted'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'eid-untrusted'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'eid-untrusted'],
    ['CERT_HAS_EXPIRED', 'eid-certificate-expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'eid-other-host'],
    ['KEY_NOT_PINNED', 'eid-key-not-pinned'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'eid-refused-certificate'],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'eid-refused-certificate'],
    ['ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED', 'eid-refused-certificate'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'eid-tls-failed'],
    ['ECONNREFUSED', 'eid-address-wrong'],
    ['ENOTFOUND', 'eid-address-wrong'],
    ['UND_ERR_CONNECT_TIMEOUT', 'eid-too-slow'],
    ['ECONNRESET', 'eid-hung-up'],
    ['UND_ERR_SOCKET', 'eid-hung-up'],
  ])('is recognized by its code: %s is %s', (code, reason) => {
    expect(networkFinding(withCode(code))).toEqual({ reason, facts: { code } });
  });

  test('is recognized by the code of its cause, not by a library’s word', () => {
    const cause = withCode('ECONNREFUSED');
    const error = Object.assign(new Error('something', { cause }), { code: 'OAUTH_ABORT' });
    expect(networkFinding(error).facts).toEqual({ code: 'ECONNREFUSED' });
    expect(networkFinding(new AggregateError([cause])).reason).toBe('eid-address-wrong');
  });

  test('in time has no code of its own', () => {
    const late = new DOMException('late', 'TimeoutError');
    expect(networkFinding(late)).toEqual({ reason: 'eid-too-slow', facts: { code: 'TIMEOUT' } });
    expect(networkFinding('odd')).toEqual({ reason: 'eid-hung-up', facts: { code: 'UNKNOWN' } });
  });
});
