import { SIGNING_ALGORITHMS, type SigningAlgorithm } from 'eid-broker/domain/application';
import type { JsonObject } from 'eid-broker/domain/json';
import type { Clock } from 'eid-broker/ports/runtime';
import type {
  NewSigningKey,
  PrivateJwk,
  SigningKeyEntry,
  SigningKeys,
} from 'eid-broker/ports/signing-keys';

interface Deps {
  readonly newKey: NewSigningKey;
  readonly clock: Clock;
}

interface Key extends SigningKeyEntry {
  readonly jwk: PrivateJwk;
}

const STATES = ['current', 'next', 'previous'] as const;

/** Signing keys in the memory of one process; the first ones are made on a domain's first request. */
export function memorySigningKeys({ newKey, clock }: Deps): SigningKeys {
  let keys: readonly Key[] = [];

  /** Created keys are discarded when another caller was faster. */
  async function make(issuer: string, state: 'current' | 'next'): Promise<void> {
    const made = await Promise.all(
      lacking(issuer, state).map((alg) => newKeyOf(issuer, alg, state)),
    );
    const late = lacking(issuer, state);
    keys = [...keys, ...made.filter(({ alg }) => late.includes(alg))];
  }

  async function newKeyOf(
    issuer: string,
    alg: SigningAlgorithm,
    state: 'current' | 'next',
  ): Promise<Key> {
    const jwk = await newKey(alg);
    return { issuer, alg, kid: jwk.kid, state, createdAt: clock(), until: undefined, jwk };
  }

  function lacking(issuer: string, state: Key['state']): readonly SigningAlgorithm[] {
    const known = keys.filter((key) => key.issuer === issuer && key.state === state);
    return SIGNING_ALGORITHMS.filter((alg) => !known.some((key) => key.alg === alg));
  }

  return {
    async of(issuer) {
      await make(issuer, 'current');
      return keys
        .filter((key) => key.issuer === issuer)
        .toSorted((a, b) => rank(STATES, a.state, b.state) || byAlgorithm(a, b) || byKid(a, b))
        .map(shown);
    },

    async list() {
      return keys
        .map(({ jwk: _, ...entry }) => entry)
        .toSorted(
          (a, b) =>
            byIssuer(a, b) || byAlgorithm(a, b) || rank(STATES, a.state, b.state) || byEnd(a, b),
        );
    },

    async prepare(issuer) {
      const current = lacking(issuer, 'current');
      if (current.length === 0) await make(issuer, 'next');
    },

    async promote(issuer, { publishedBy, keepUntil }) {
      const ready = keys.filter(
        (key) => key.issuer === issuer && key.state === 'next' && key.createdAt <= publishedBy,
      );
      keys = keys.flatMap((key) => {
        if (ready.includes(key)) return [{ ...key, state: 'current' as const }];
        const isReplaced = ready.some(({ alg }) => alg === key.alg);
        if (key.issuer !== issuer || key.state !== 'current' || !isReplaced) return [key];
        return [{ ...key, state: 'previous' as const, until: keepUntil }];
      });
      return ready.length > 0;
    },

    async replace(issuer) {
      const algorithms = keys
        .filter((key) => key.issuer === issuer && key.state === 'current')
        .map(({ alg }) => alg);
      const made = await Promise.all(algorithms.map((alg) => newKeyOf(issuer, alg, 'current')));
      const kept = keys.filter((key) => key.issuer !== issuer || key.state === 'previous');
      keys = [...kept, ...made];
    },

    async retire(before, issuer) {
      const kept = keys.filter(
        ({ until, ...key }) =>
          until === undefined || until >= before || (issuer ?? key.issuer) !== key.issuer,
      );
      const retired = keys.length - kept.length;
      keys = kept;
      return retired;
    },
  };
}

function shown({ jwk, state }: Key): JsonObject {
  return state === 'current' ? jwk : { ...jwk, key_ops: ['verify'] };
}

function rank<Value>(order: readonly Value[], a: Value, b: Value): number {
  return order.indexOf(a) - order.indexOf(b);
}

function byAlgorithm(a: SigningKeyEntry, b: SigningKeyEntry): number {
  return rank(SIGNING_ALGORITHMS, a.alg, b.alg);
}

function byIssuer(a: SigningKeyEntry, b: SigningKeyEntry): number {
  return compare(a.issuer, b.issuer);
}

function byKid(a: SigningKeyEntry, b: SigningKeyEntry): number {
  return compare(a.kid, b.kid);
}

/** The latest expiry first. */
function byEnd(a: SigningKeyEntry, b: SigningKeyEntry): number {
  return compare(b.until?.getTime() ?? 0, a.until?.getTime() ?? 0) || byKid(a, b);
}

function compare<Value>(a: Value, b: Value): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
