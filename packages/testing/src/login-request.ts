import type { LoginRequest } from 'eid-broker/ports/eid';

/** A plain login on another device. */
export const LOGIN_REQUEST: LoginRequest = {
  kind: 'login',
  endUserIp: '192.0.2.17',
  device: 'other',
  returnUrl: undefined,
  text: undefined,
  person: undefined,
  evidence: false,
  risk: false,
  browser: undefined,
};
