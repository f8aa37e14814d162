import type { Acr } from 'eid-broker/domain/acr';
import type { EidRequest, IdentifyRequest } from 'eid-broker/ports/eid';

/** The parts of every request, of a plain login. */
export const EID_REQUEST: EidRequest = {
  acr: 'urn:grn:authn:xx:some-eid' as Acr,
  scope: ['openid'],
  language: 'en',
  action: 'login',
  application: 'Some application',
  directives: {},
};

/** A plain identification on another device. */
export const IDENTIFY_REQUEST: IdentifyRequest = {
  ...EID_REQUEST,
  kind: 'identify',
  endUserIp: '192.0.2.17',
  device: 'other',
  returnUrl: undefined,
  text: undefined,
  person: undefined,
  evidence: false,
  risk: false,
  browser: undefined,
  input: {},
};
