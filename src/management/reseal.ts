import { lifetimes, secondsAfter } from '../domain/lifetimes.ts';
import type { Administrators } from '../ports/administrators.ts';
import type { ConfigurationStore } from '../ports/configuration.ts';
import type { Clock } from '../ports/runtime.ts';
import type { SealedText, SealedTexts } from '../ports/vault.ts';
import type { ConfigurationVault } from './configuration/sealed-configuration.ts';

/** The ports that `reseal` needs. */
export interface ResealParts {
  readonly sealedTexts: SealedTexts;
  readonly configurationStore: Pick<ConfigurationStore, 'read' | 'renewMacs'>;
  readonly administrators: Pick<Administrators, 'renewMacs'>;
  readonly vault: ConfigurationVault;
  readonly clock: Clock;
}

/** The result, and the data that still needs an older key. */
export interface Resealed {
  /** How many texts of each kind were encrypted anew. */
  readonly sealed: ReadonlyMap<string, number>;
  /** The contexts of texts that open with no known key. */
  readonly unreadable: readonly string[];
  /** Applications with a client secret hashed under an older key: hashing it anew takes the secret itself. */
  readonly hashedBefore: readonly { readonly tenantId: string; readonly clientId: string }[];
  /** By then all short-lived data that was encrypted with an older key until now has expired. */
  readonly passedBy: Date;
}

/** Texts that are read at once. */
const PAGE = 200;
/** A text that was moved meanwhile is read again in the next round. */
const MAX_ROUNDS = 5;

/** Encrypts stored data of older keys with the newest key. Safe while replicas serve. */
export function makeReseal(parts: ResealParts) {
  const { sealedTexts, configurationStore, administrators, vault, clock } = parts;
  return async function reseal(): Promise<Resealed> {
    const unreadable = new Set<string>();
    const sealed = new Map<string, number>();
    for (const kind of sealedTexts.kinds) sealed.set(kind, await resealKind(kind, unreadable));
    sealed.set('configurations', await configurationStore.renewMacs());
    sealed.set('roles and API tokens', await administrators.renewMacs());
    const { unverified = [] } = await configurationStore.read();
    for (const tenantId of unverified) unreadable.add(`configuration:${tenantId}`);
    return {
      sealed,
      unreadable: [...unreadable],
      hashedBefore: await oldHashes(),
      passedBy: secondsAfter(clock(), lifetimes.keyRetirement),
    };
  };

  async function resealKind(kind: string, unreadable: Set<string>): Promise<number> {
    let sealed = 0;
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const { done, missed } = await resealAll(kind, unreadable);
      sealed += done;
      if (missed === 0) return sealed;
    }
    throw new Error(`the ${kind} change all the time: try again`);
  }

  async function resealAll(kind: string, unreadable: Set<string>) {
    let [done, missed] = [0, 0];
    let after: string | undefined;
    for (;;) {
      const page = await sealedTexts.page(kind, after, PAGE);
      for (const text of page.filter(({ sealed }) => !vault.isCurrent(sealed))) {
        const anew = sealedAnew(text);
        if (anew === undefined) unreadable.add(text.context);
        else if (await sealedTexts.replace(kind, text, anew)) done += 1;
        else missed += 1;
      }
      if (page.length < PAGE) return { done, missed };
      after = page.at(-1)?.place;
    }
  }

  function sealedAnew({ sealed, context }: SealedText): Uint8Array | undefined {
    try {
      return vault.seal(vault.open(sealed, context), context);
    } catch {
      return undefined;
    }
  }

  async function oldHashes() {
    const { tenants } = await configurationStore.read();
    return tenants.flatMap(({ id, applications }) =>
      applications
        .filter(({ secrets }) => secrets.some(({ hash }) => !vault.isCurrent(hash)))
        .map(({ clientId }) => ({ tenantId: id, clientId })),
    );
  }
}
