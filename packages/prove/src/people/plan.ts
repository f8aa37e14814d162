import { randomUUID } from 'node:crypto';

import { personsOf } from '@eid-broker/eid-simulators/world/persons';

import type { LoginKind } from '../history/event.ts';
import { personalNumber } from './personal-number.ts';
import { choose, type Random } from './random.ts';

/** All decisions about a login before it begins. */
export interface Plan {
  readonly login: number;
  readonly kind: LoginKind;
  readonly clientId: string;
  /** The eID: one with orders in an app, or one with pages of its own, for browsers alone. */
  readonly eid: 'se-bankid' | 'dk-mitid';
  /** The national number. */
  readonly person: string;
  /** The request names the person. */
  readonly names: boolean;
  readonly wants: 'approve' | 'decline' | 'leave' | 'cancel';
  /** The time that the person reads the order. */
  readonly thinksMs: number;
  /** The person reloads the page when the result arrives. */
  readonly reloads: boolean;
  readonly attack: Attack | undefined;
  readonly nonce: string;
  readonly state: string;
}

/** An attack on this login. */
export type Attack = (
  | typeof BROWSER_ATTACKS
  | typeof PAGES_ATTACKS
  | typeof BACKCHANNEL_ATTACKS
)[number];

const BROWSER_ATTACKS = [
  'redeem-in-parallel',
  'redeem-as-another',
  'open-elsewhere',
  'tamper-cookies',
] as const;
/** On the answer of an eID with pages of its own, too. */
const PAGES_ATTACKS = [...BROWSER_ATTACKS, 'bring-from-elsewhere', 'bring-from-elsewhere'] as const;
const BACKCHANNEL_ATTACKS = [
  'poll-as-another',
  'poll-fast',
  'replay-assertion',
  'poll-on',
] as const;

/** The mix of flows. */
const KINDS = [
  'code',
  'code',
  'code',
  'hybrid',
  'pkce',
  'pkce',
  'implicit',
  'pushed',
  'signing',
  'ciba',
  'ciba',
  'headless',
  'headless',
  'headless',
] as const;

const CLIENTS: Readonly<Record<LoginKind, readonly [string, ...string[]]>> = {
  code: ['web', 'web-es256', 'web-jwt'],
  hybrid: ['web'],
  pkce: ['spa'],
  implicit: ['page'],
  pushed: ['web', 'web-jwt'],
  signing: ['web', 'web-jwt'],
  ciba: ['backend', 'backend-jwt'],
  headless: ['backend', 'backend-jwt'],
};

/** The share of the browser logins at the eID with pages of its own. */
const AT_PAGES = 0.45;
/** Everybody whom that eID simulates: several logins have the same person. */
const DANES = personsOf('DK').map(({ nationalNumber }) => nationalNumber);

const WISHES = [
  'approve',
  'approve',
  'approve',
  'approve',
  'approve',
  'approve',
  'approve',
  'decline',
  'leave',
  'cancel',
] as const;

/** How much is attacked. */
export interface AttackOptions {
  /** How many of all logins. */
  readonly share: number;
  /** The kinds of attacks; by default all. */
  readonly attacks?: readonly Attack[];
}

const USUAL: AttackOptions = { share: 0.35 };

/** Draws a plan from the login's own random stream. */
export function planOf(login: number, random: Random, attackOptions = USUAL): Plan {
  const kind = random.pick(KINDS);
  const isBackchannel = kind === 'ciba' || kind === 'headless';
  const { share, attacks } = attackOptions;
  const isAtPages = !isBackchannel && random.chance(AT_PAGES);
  const own = attacksOn({ isBackchannel, isAtPages });
  const possible = own.filter((attack) => attacks?.includes(attack) ?? true);
  return {
    login,
    kind,
    clientId: random.pick(CLIENTS[kind]),
    eid: isAtPages ? 'dk-mitid' : 'se-bankid',
    person: isAtPages ? choose(DANES, random.next) : personalNumber(login),
    names: kind === 'ciba' || random.chance(0.2),
    wants: random.pick(WISHES),
    thinksMs: random.chance(0.1) ? random.whole(4_000, 8_000) : random.whole(200, 2_000),
    reloads: random.chance(0.3),
    attack: random.chance(share) ? possible[random.whole(0, possible.length - 1)] : undefined,
    nonce: `nonce-${randomUUID()}`,
    state: `state-${randomUUID()}`,
  };
}

function attacksOn({
  isBackchannel,
  isAtPages,
}: {
  readonly isBackchannel: boolean;
  readonly isAtPages: boolean;
}): readonly Attack[] {
  if (isBackchannel) return BACKCHANNEL_ATTACKS;
  return isAtPages ? PAGES_ATTACKS : BROWSER_ATTACKS;
}
