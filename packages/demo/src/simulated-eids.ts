import type { KeyObject } from 'node:crypto';

import type { Simulators } from '@eid-broker/eid-simulators/all/simulator';
import type { Service, SimulatedEid } from '@eid-broker/eid-simulators/world/world';
import type { EidModule } from 'eid-broker/adapters/eid/eid-module';
import type { DeclaredEid } from 'eid-broker/domain/configuration';
import type { JsonObject } from 'eid-broker/domain/json';

/** The simulated eIDs as a tenant declares them. */
export interface SimulatedOffer {
  readonly eids: readonly DeclaredEid[];
  /** Those without a simulator, or whose settings it does not know, each with the reason. */
  readonly missing: readonly string[];
}

type Settings = Readonly<Record<string, unknown>>;

/**
 * Enrols the service at the simulator of each eID. The profile has the eID's name without its country, or one that
 * begins it. The settings are those of the credentials that the eID's schema knows. They hold for these issuers.
 */
export async function offerSimulatedEids(
  modules: readonly EidModule[],
  { world, bankId }: Simulators,
  issuers: readonly string[],
): Promise<SimulatedOffer> {
  const eids: DeclaredEid[] = [];
  const missing: string[] = [];
  const keys = keysFrom(bankId.pki.rpClient.privateKey);
  for (const module of modules) {
    const { name } = module.offer;
    const settings = await settingsOf(module, {
      simulated: simulatedEidOf(name, world.eids()),
      keys,
      issuers,
    });
    if (typeof settings === 'string') missing.push(`${name}: ${settings}`);
    else eids.push({ eid: name, environment: 'test', acrValues: undefined, settings });
  }
  return { eids, missing };
}

/** The most specific name counts: `dk-mitid-business` is at `mitid-business`, else at `mitid`. */
export function simulatedEidOf<Named extends { readonly name: string }>(
  eid: string,
  simulated: readonly Named[],
): Named | undefined {
  const local = eid.replace(/^[a-z]{2}-/, '');
  return simulated
    .filter(({ name }) => name === eid || local === name || local.startsWith(`${name}-`))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
}

interface Means {
  readonly simulated: SimulatedEid | undefined;
  readonly keys: ServiceKeys;
  readonly issuers: readonly string[];
}

/** Valid settings, or the reason for which there are none. A secret is tried first, then keys. */
async function settingsOf(module: EidModule, means: Means): Promise<JsonObject | string> {
  const { simulated, keys, issuers } = means;
  if (simulated?.enrol === undefined) {
    const fault = faultOf(module, {});
    return fault === undefined ? {} : 'it has no simulator';
  }
  const { name } = module.offer;
  const service = {
    clientId: `demo-${name}`,
    name: 'Demo',
    callbacks: issuers.map((issuer) => `${issuer}/callback/${name}`),
  };
  const bySecret = chosenBy(
    module,
    await simulated.enrol({ ...service, credential: { secret: 'demo-secret' } }),
  );
  if (faultOf(module, bySecret) === undefined) return bySecret;
  const { credential, settings } = keys;
  const byKeys = chosenBy(module, {
    ...(await simulated.enrol({ ...service, credential })),
    ...settings,
  });
  return faultOf(module, byKeys) ?? byKeys;
}

function faultOf({ settings }: EidModule, given: JsonObject): string | undefined {
  try {
    settings.validateSync(given);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Only the settings that the eID has. */
function chosenBy({ settings }: EidModule, offered: Settings): JsonObject {
  const fields = Object.keys(settings.fields);
  return Object.fromEntries(
    Object.entries(offered).filter(([name]) => fields.includes(name)),
  ) as JsonObject;
}

interface ServiceKeys {
  readonly credential: Extract<Service['credential'], { readonly jwks: unknown }>;
  /** The private halves, as settings. */
  readonly settings: Settings;
}

/** One RSA key that signs and decrypts: new keys would cost a second at each start. */
function keysFrom(privateKey: KeyObject): ServiceKeys {
  const { kty = '', n, e, ...secret } = privateKey.export({ format: 'jwk' });
  const signing = { kty, n, e, kid: 'demo-signing', alg: 'RS256', use: 'sig' };
  const encryption = { kty, n, e, kid: 'demo-encryption', use: 'enc' };
  return {
    // Node's type of a JWK has no `kid`, `alg` and `use`.
    credential: { jwks: { keys: [signing, encryption] as never } },
    settings: {
      privateKey: JSON.stringify({ ...signing, ...secret }),
      decryptionKeys: JSON.stringify({ keys: [{ ...encryption, ...secret }] }),
    },
  };
}
