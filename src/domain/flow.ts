/** What sets one flow apart from the others. */
interface FlowTraits {
  /** Whether its applications keep a credential of their own. */
  readonly client: 'confidential' | 'public';
  /** Whether a request must carry a PKCE challenge (RFC 7636). A challenge that comes is always verified. */
  readonly challenge: 'required' | 'optional';
}

/** The flows an application may use, by the name that its settings give them. */
export const FLOWS = {
  'authorization-code': { client: 'confidential', challenge: 'optional' },
  pkce: { client: 'public', challenge: 'required' },
} as const satisfies Readonly<Record<string, FlowTraits>>;

/** A flow's name. */
export type Flow = keyof typeof FLOWS;

/** All of them. */
export const FLOW_NAMES = Object.keys(FLOWS) as readonly Flow[];
