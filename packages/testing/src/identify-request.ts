import type { IdentifyRequest } from 'eid-broker/ports/eid';

/** A plain identification on another device. */
export const IDENTIFY_REQUEST: IdentifyRequest = {
  kind: 'identify',
  endUserIp: '192.0.2.17',
  device: 'other',
  returnUrl: undefined,
  text: undefined,
  person: undefined,
  evidence: false,
  risk: false,
  browser: undefined,
  asked: {},
};
