import type { SupportCode } from '../domain/support-code.ts';

/** The present moment. An argument everywhere, so that tests can freeze and advance it. */
export type Clock = () => Date;

/** Starts a stopwatch; the result returns the seconds since the start. Clock changes do not affect it. */
export type Stopwatch = () => () => number;

/** Waits that many seconds. */
export type Sleep = (seconds: number) => Promise<void>;

/** A number from 0 up to, but without, 1, for jitter. Never for secrets. */
export type Chance = () => number;

/** A new code by which support finds a login; another login may have it. */
export type NewSupportCode = () => SupportCode;

/** A new unguessable identifier: 256 random bits, base64url. */
export type NewId = () => string;

/** A new unguessable id of a CIBA or headless request: 128 random bits, written like a UUID. */
export type NewRequestId = () => string;

/** The id of the attempt behind the id of a CIBA or headless request: a hash, so that no usable id is stored. */
export type AuthenticationIdOf = (requestId: string) => string;
