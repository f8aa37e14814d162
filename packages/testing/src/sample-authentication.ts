import type { Acr } from 'eid-broker/domain/acr';
import type { PendingAuthentication, PendingProgress } from 'eid-broker/domain/authentication';
import type { Identity } from 'eid-broker/domain/identity';
import { PLAIN_LOGIN } from 'eid-broker/domain/intent';
import { secondsAfter } from 'eid-broker/domain/lifetimes';
import { parseSupportCode, type SupportCode } from 'eid-broker/domain/support-code';
import type { Lease } from 'eid-broker/ports/authentications';

/** The time at which tests begin. */
export const START = new Date('2026-03-01T10:00:00.000Z');

/** That many seconds into the story. */
export function at(seconds: number): Date {
  return secondsAfter(START, seconds);
}

/** A published test person. The eID's own identifier is not the national number. */
export const PERSON = {
  scheme: 'some-eid',
  country: 'SE',
  personId: '9f3c6a52-some-eid',
  nationalId: '191212121212',
  method: 'urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI',
  amr: ['sc', 'mfa'],
  claims: { name: 'Tolvan Tolvansson', ssn: '191212121212' },
  scopedClaims: { evidence: { signature: 'c2lnbmF0dXJl' } },
} satisfies Identity;

/** An attempt of a browser login on another device, as it is stored when its order has started. */
export function pendingAuthentication(
  own: Partial<PendingAuthentication> = {},
  progress: Partial<PendingProgress> = {},
): PendingAuthentication {
  return {
    id: 'attempt-1',
    tenantId: 'tenant',
    issuer: 'https://login.example.com',
    clientId: 'shop',
    channel: 'browser',
    loginId: 'login-1',
    acr: 'urn:grn:authn:xx:some-eid' as Acr,
    intent: PLAIN_LOGIN,
    scope: ['openid'],
    idToken: 'full',
    addressFrom: 'browser',
    device: 'other',
    returnNonce: undefined,
    browserSecret: undefined,
    returned: undefined,
    createdAt: START,
    expiresAt: at(420),
    consumedAt: undefined,
    ...own,
    progress: {
      state: 'pending',
      stage: 'first-interaction',
      hintCode: '',
      order: { reference: 'order-1', secret: 'order-secret-1' },
      collectAfter: at(2),
      ...progress,
    },
  };
}

/** The lease with that fencing token; 0 is for an attempt that was never polled. */
export function leaseOf(id: string, fencingToken = 0): Lease {
  return leaseAbout(pendingAuthentication({ id }), fencingToken);
}

/** A lease of that attempt, for its first ten seconds. */
export function leaseAbout(authentication: PendingAuthentication, fencingToken = 0): Lease {
  return { fencingToken, began: START, until: at(10), authentication };
}

/** A support code, and a maker that always returns it. */
export const SUPPORT_CODE = parseSupportCode('K7F2-QX9M') as SupportCode;
export const newSupportCode = (): SupportCode => SUPPORT_CODE;
