import type { Channel } from './authentication.ts';
import type { Environment } from './tenant.ts';

/** The traits of one flow. */
interface FlowTraits {
  /** The client type of its applications; `either`: the flow has no client authentication. */
  readonly client: 'confidential' | 'public' | 'either';
  /** Whether a request must have a PKCE challenge (RFC 7636). A challenge that is sent is always verified. */
  readonly challenge: 'required' | 'optional' | 'none';
  /** The channel of its requests. */
  readonly channel: Channel;
  /** The environments in which it is allowed. */
  readonly environments: readonly Environment[];
}

const EVERYWHERE = ['test', 'production'] as const;

/** The flows, by their names in an application's settings. */
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

/** The names of all flows. */
export const FLOW_NAMES = Object.keys(FLOWS) as readonly Flow[];
