import type { Acr } from '../../domain/acr.ts';
import {
  type Application,
  clientAuthentications,
  offeredAcrValues,
} from '../../domain/application.ts';
import { type StoredApplication, type StoredTenant, serves } from '../../domain/configuration.ts';
import type { EidOffer } from '../../domain/eid-offer.ts';
import { FLOWS } from '../../domain/flow.ts';
import type { RecentUse } from '../../ports/recent-use.ts';
import { type ConsoleAccess, servesConsole, usesOfConsole } from './console-access.ts';

/** An application whose users could not log in any more. */
export interface LockOut {
  readonly tenant: string;
  readonly application: string;
  /** What it loses, in words. */
  readonly reason: string;
}

/** What a change takes from an application. It matters when somebody used it. */
export interface Loss {
  readonly tenant: string;
  readonly application: string;
  readonly reasonFor: (use: RecentUse) => string | undefined;
  /** The logins of administrators by this application. */
  readonly administrators?: readonly RecentUse[];
}

/** What the comparison needs beside the two tenants. */
export interface LossFacts {
  /** The eIDs of this release. */
  readonly eids: readonly { readonly offer: Pick<EidOffer, 'name' | 'variants'> }[];
  /** True when a secret with this stored hash stays, hashed with another key. */
  readonly isHashedAgain: (clientId: string, hash: string) => boolean;
  readonly now: Date;
  /** Undefined: administrators log in elsewhere, or nobody knows here. */
  readonly console?: ConsoleAccess | undefined;
}

/** A change that would lock people out, and was not confirmed. */
export class LocksOut extends Error {
  readonly lockOuts: readonly LockOut[];

  constructor(lockOuts: readonly LockOut[]) {
    const lines = lockOuts.map(
      ({ tenant, application, reason }) =>
        `tenant ${tenant}, application ${application}: ${reason}`,
    );
    super(
      [
        'nothing was written: administrators, or people who logged in within the last 24 hours, would be locked out. With --allow-lock-out it is done',
        ...lines,
      ].join('\n'),
    );
    this.lockOuts = lockOuts;
  }
}

/** What a change of a tenant takes from its applications; none when each keeps all that it can use. */
export function lossesOf(
  before: StoredTenant | undefined,
  after: StoredTenant,
  facts: LossFacts,
): readonly Loss[] {
  if (before === undefined) return [];
  const kept = new Map(after.applications.map((one) => [one.clientId, one]));
  const [offeredBefore, offeredAfter] = [before, after].map((tenant) => offersOf(tenant, facts));
  return before.applications.flatMap((old): readonly Loss[] => {
    const next = kept.get(old.clientId);
    const { console } = facts;
    const isConsole = console !== undefined && servesConsole(before, old, console);
    const administrators = isConsole ? usesOfConsole(console) : [];
    const loss = { tenant: before.id, application: old.clientId, administrators };
    const isConsoleLost = isConsole && (next === undefined || !servesConsole(after, next, console));
    const reasons = [
      // To remove it has a leave of its own.
      ...(next === undefined
        ? []
        : [
            ...lostAccess(old, next, facts),
            ...lostPlaces(offeredBefore?.(old) ?? [], offeredAfter?.(next) ?? []),
            ...lostChannels(old, next),
          ]),
      ...(isConsoleLost ? [lostConsole(administrators)] : []),
    ];
    if (reasons.length === 0) return [];
    return [
      {
        ...loss,
        reasonFor: (use) => {
          for (const reason of reasons) {
            const words = reason(use);
            if (words !== undefined) return words;
          }
          return undefined;
        },
      },
    ];
  });
}

/** The losses that somebody would notice, each once. */
export function lockOutsOf(losses: readonly Loss[], uses: readonly RecentUse[]): LockOut[] {
  const found = losses.flatMap(({ tenant, application, reasonFor, administrators = [] }) => {
    const own = uses.filter(({ clientId }) => clientId === application);
    const reasons = [
      ...administrators.map(reasonFor).map((why) => why && `administrators log in with it: ${why}`),
      ...own.map(reasonFor),
    ];
    return reasons.flatMap((reason) =>
      reason === undefined ? [] : { tenant, application, reason },
    );
  });
  return found.filter(
    (one, index) => found.findIndex((other) => isSameLockOut(one, other)) === index,
  );
}

function isSameLockOut(one: LockOut, other: LockOut): boolean {
  return (
    one.tenant === other.tenant &&
    one.application === other.application &&
    one.reason === other.reason
  );
}

type Reason = (use: RecentUse) => string | undefined;

function lostConsole(administrators: readonly RecentUse[]): Reason {
  const words = 'the application itself, its domain, its redirect URI or its key goes';
  return (use) => (administrators.includes(use) ? words : undefined);
}

/** An issuer and an acr value that an application may use there. */
interface Place {
  readonly issuer: string;
  readonly acr: Acr;
}

/** Tells the places of an application of this tenant. */
function offersOf({ domains, eids }: StoredTenant, facts: LossFacts) {
  const acrValuesOf = (name: string) =>
    facts.eids
      .filter(({ offer }) => offer.name === name)
      .flatMap(({ offer }) => offer.variants.map(({ acr }) => acr));
  return (application: StoredApplication): readonly Place[] =>
    domains
      .filter(({ issuer }) => application.issuers?.includes(issuer) ?? true)
      .flatMap(({ issuer, environment }) => {
        const offered = eids
          .filter((eid) => serves(eid.environment, environment))
          .flatMap(({ eid, acrValues }) => acrValues ?? acrValuesOf(eid));
        return offeredAcrValues(application, offered).map((acr) => ({ issuer, acr }));
      });
}

function lostPlaces(before: readonly Place[], after: readonly Place[]): readonly Reason[] {
  const isKept = (place: Place) =>
    after.some(({ issuer, acr }) => issuer === place.issuer && acr === place.acr);
  const lost = before.filter((place) => !isKept(place));
  if (lost.length === 0) return [];
  return [
    ({ issuer, acr }) =>
      lost.some((place) => place.issuer === issuer && place.acr === acr)
        ? `${acr} is not offered to it at ${issuer} any more`
        : undefined,
  ];
}

function lostChannels(before: Application, after: Application): readonly Reason[] {
  const channelsOf = ({ flows }: Application) => flows.map((flow) => FLOWS[flow].channel);
  const kept = channelsOf(after);
  const lost = channelsOf(before).filter((channel) => !kept.includes(channel));
  if (lost.length === 0) return [];
  return [
    ({ channel }) => (lost.includes(channel) ? `it loses its last flow by ${channel}` : undefined),
  ];
}

/** Return URLs and credentials: one of those before must stay, since the application uses one of them. */
function lostAccess(
  before: StoredApplication,
  after: StoredApplication,
  facts: LossFacts,
): readonly Reason[] {
  const isBrowserless = before.redirectUris.length === 0;
  const keepsUri = before.redirectUris.some((uri) => after.redirectUris.includes(uri));
  return [
    ...(isBrowserless || keepsUri
      ? []
      : [
          ({ channel }: RecentUse) =>
            channel === 'browser' ? 'none of its redirect URIs stays' : undefined,
        ]),
    ...(keepsCredential(before, after, facts)
      ? []
      : [() => 'none of its secrets and keys stays usable']),
  ];
}

function keepsCredential(
  before: StoredApplication,
  after: StoredApplication,
  { now, isHashedAgain }: LossFacts,
): boolean {
  const [known, next] = [credentialsOf(before, now), credentialsOf(after, now)];
  if (known.length === 0 || known.some((credential) => next.includes(credential))) return true;
  return before.secrets.some(({ hash }) => isHashedAgain(before.clientId, hash));
}

/** A public application has one, too: that it needs none. */
function credentialsOf(application: StoredApplication, now: Date): readonly string[] {
  const { secrets, jwks, jwksUri } = application;
  const usable = secrets.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now);
  return [
    ...usable.map(({ hash }) => `secret ${hash}`),
    ...(jwks?.keys ?? []).map((key) => `key ${JSON.stringify(key)}`),
    ...(jwksUri === undefined ? [] : [`keys at ${jwksUri}`]),
    ...(clientAuthentications(application).includes('none') ? ['none'] : []),
  ];
}
