import type { Channel } from './authentication.ts';
import type { Environment } from './tenant.ts';

/** What sets one flow apart from the others. */
interface FlowTraits {
  /** Whether its applications keep a credential of their own; `either`: nothing in the flow asks for one. */
  readonly client: 'confidential' | 'public' | 'either';
  /** Whether a request must carry a PKCE challenge (RFC 7636). A challenge that comes is always verified. */
  readonly challenge: 'required' | 'optional' | 'none';
  /** Through which channel the person comes. */
  readonly channel: Channel;
  /** The kinds of domain on which it works. */
  readonly environments: readonly Environment[];
}

const EVERYWHERE = ['test', 'production'] as const;

/** The flows an application may use, by the name that its settings give them. */
export const FLOWS = {
  'authorization-code': {
    client: 'confidential',
    challenge: 'optional',
    channel: 'browser',
    environments: EVERYWHERE,
  },
  pkce: { client: 'public', challenge: 'required', channel: 'browser', environments: EVERYWHERE },
  implicit: { client: 'either', challenge: 'none', channel: 'browser', environments: ['test'] },
  ciba: { client: 'confidential', challenge: 'none', channel: 'ciba', environments: EVERYWHERE },
  headless: {
    client: 'confidential',
    challenge: 'none',
    channel: 'headless',
    environments: EVERYWHERE,
  },
} as const satisfies Readonly<Record<string, FlowTraits>>;

/** A flow's name. */
export type Flow = keyof typeof FLOWS;

/** All of them. */
export const FLOW_NAMES = Object.keys(FLOWS) as readonly Flow[];
