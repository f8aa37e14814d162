import type { ResponseType } from 'oidc-provider';

import { FLOW_NAMES, type Flow } from '../../domain/flow.ts';

/** The grant types that are ours or OpenID's, beside the standard ones. */
export const CIBA_GRANT = 'urn:openid:params:grant-type:ciba';
/** Both spellings of the specification; the first one is announced first. */
export const HEADLESS_GRANTS = [
  'urn:grn:params:grant-type:headless',
  'urn:urn:params:grant-type:headless',
] as const;

/** A flow's names in OAuth. */
interface WireFlow {
  /** The `response_type` values that request it. */
  readonly responseTypes: readonly ResponseType[];
  /** The `grant_type` values that complete it. `implicit` goes with every ID token on a redirect. */
  readonly grantTypes: readonly string[];
}

const CODE: WireFlow = {
  responseTypes: ['code', 'code id_token'],
  grantTypes: ['authorization_code', 'implicit'],
};

const WIRE_FLOWS: Readonly<Record<Flow, WireFlow>> = {
  'authorization-code': CODE,
  pkce: CODE,
  implicit: { responseTypes: ['id_token'], grantTypes: ['implicit'] },
  ciba: { responseTypes: [], grantTypes: [CIBA_GRANT] },
  headless: { responseTypes: [], grantTypes: HEADLESS_GRANTS },
};

/** The `response_type` values of these flows. */
export function responseTypesOf(flows: readonly Flow[]): ResponseType[] {
  return [...new Set(flows.flatMap((flow) => WIRE_FLOWS[flow].responseTypes))];
}

/** The flows of a `response_type` in its normal form: one of them must be the application's. */
export function flowsOf(responseType: string): Flow[] {
  return FLOW_NAMES.filter((flow) =>
    WIRE_FLOWS[flow].responseTypes.some((type) => type === responseType),
  );
}

/** The words of a `response_type`, each once, in the order in which the library lists them. */
export function normalResponseType(sent: string): string {
  return [...new Set(sent.split(' '))].sort().join(' ');
}

/** The `grant_type` values of these flows. */
export function grantTypesOf(flows: readonly Flow[]): string[] {
  return [...new Set(flows.flatMap((flow) => WIRE_FLOWS[flow].grantTypes))];
}
