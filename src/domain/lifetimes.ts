/** Lifetimes in seconds: the specification's figures where it has any, else ours. */
export const lifetimes = {
  /** Of a browser login, from the authorization request on. */
  login: 20 * 60,
  /** A QR code that is not scanned is renewed silently until then. */
  qrRenewal: 3 * 60,
  /** One attempt in the browser: the renewals, the lifetime of one order, and its last answer. */
  browserAuthentication: 7 * 60,
  /** One visit to an eID's own pages. A person may have to find a code device, or to order a new password. */
  redirectAuthentication: 15 * 60,
  /** A CIBA or headless request, and a pushed one. */
  request: 120,
  /** A CIBA request whose eID decides its lifetime. */
  longestRequest: 15 * 60,
  /** Authorization code. */
  code: 60,
  /** Access token (`expires_in` of the specification's examples). */
  accessToken: 120,
  /** ID token, unless the application says otherwise. */
  idToken: 20 * 60,
  /** How far ahead the `exp` of a client assertion may be, unless the application says otherwise. */
  assertion: 5 * 60,
  /** Between two collects of one order. */
  collectInterval: 2,
  /** Between two polls of one request that return the state; faster polls get `slow_down`. */
  pollPace: 1,
  /** Between two polls, as announced to clients. */
  pollInterval: 5,
  /** The lease of one replica to collect an order, longer than the eID client's timeout. */
  collectLease: 10,
  /** How long clients may cache discovery and our public keys. */
  publicDocuments: 5 * 60,
  /** How long a key is published before it signs: well beyond `publicDocuments`, for caches and replicas that lag. */
  keyPropagation: 60 * 60,
  /** The time of publication after it has signed: more than the longest life of an ID token or a session. */
  keyRetirement: 25 * 60 * 60,
  /** After which the rotation of a signing key is due. It goes on signing. */
  signingKey: 365 * 24 * 60 * 60,
  /** How long rows stay after their use, so that a late or repeated request gets its exact answer. */
  retention: 15 * 60,
} as const;

/** The moment `seconds` after `start`. */
export function secondsAfter(start: Date, seconds: number): Date {
  return new Date(start.getTime() + seconds * 1000);
}

/** The whole seconds from one moment until another, rounded up; one at least. */
export function secondsUntil(end: Date, now: Date): number {
  return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));
}

/** The whole days from one moment until another, rounded down; negative once it is past. */
export function daysUntil(end: Date, now: Date): number {
  return Math.floor((end.getTime() - now.getTime()) / 86_400_000);
}

/** The whole seconds since 1970, as the times of a JWT count. */
export function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
