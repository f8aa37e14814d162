import type { ResponseType } from 'oidc-provider';

import type { Flow } from '../../domain/flow.ts';

/** What OAuth calls a flow. */
interface WireFlow {
  /** The `response_type` that asks for it. */
  readonly responseType: ResponseType;
  /** The `grant_type` that completes it. */
  readonly grantType: string;
}

const WIRE_FLOWS = {
  'authorization-code': { responseType: 'code', grantType: 'authorization_code' },
  pkce: { responseType: 'code', grantType: 'authorization_code' },
} as const satisfies Readonly<Record<Flow, WireFlow>>;

/** The `response_type` values of these flows. */
export function responseTypesOf(flows: readonly Flow[]): ResponseType[] {
  return [...new Set(flows.map((flow) => WIRE_FLOWS[flow].responseType))];
}

/** The `grant_type` values of these flows. */
export function grantTypesOf(flows: readonly Flow[]): string[] {
  return [...new Set(flows.map((flow) => WIRE_FLOWS[flow].grantType))];
}
