import { pgAdministrators } from '../adapters/postgres/administration/administrators.ts';
import { pgConfigurationStore } from '../adapters/postgres/configuration/configuration-store.ts';
import { databaseClock } from '../adapters/postgres/database-clock.ts';
import { pgSealedTexts } from '../adapters/postgres/sealed-texts.ts';
import { pgSigningKeys } from '../adapters/postgres/signing-keys.ts';
import { systemClock, systemStopwatch } from '../adapters/system/clock.ts';
import { newSigningKey } from '../adapters/system/random.ts';
import { systemVault } from '../adapters/system/vault.ts';
import { readEnvironment } from '../config/environment/environment.ts';
import { makeReseal, type Resealed } from '../management/reseal.ts';
import { keyRotation, type Rotation } from '../management/rotate-keys.ts';
import type { SigningKeyEntry } from '../ports/signing-keys.ts';
import type { SealedTexts } from '../ports/vault.ts';
import { defineCommand, print, reportProgress } from './command.ts';
import { withDatabase } from './with-database.ts';

/** A statement may wait for replicas that write. */
const STATEMENT_SECONDS = 60;

/** Lists and changes the signing keys, and encrypts stored data with the newest key, while replicas serve. */
export const command = defineCommand({
  description:
    'Lists and changes the keys in the database of DATABASE_URL, with the keys of KEY_ENCRYPTION_KEY. Safe beside replicas that serve.',
  operand: {
    list: 'the signing keys: current ones sign, next and previous ones are published beside them',
    prepare: 'publishes next keys where there are none',
    rotate: `publishes next keys where there are none, and lets those sign that have been published for an hour;
call it twice. With --now: new keys at once; the current and the next ones are published no more`,
    retire: `deletes previous keys whose tokens have all expired, as the service does by itself.
With --now: all previous keys`,
    reseal:
      'seals with the first key of KEY_ENCRYPTION_KEY everything that another one of it has sealed',
  },
  options: {
    issuer: { value: 'URL', help: 'the keys of one domain instead of all' },
    now: { help: 'for keys that are not secret any more' },
  },
  async run({ operand, options, env }) {
    const { databaseUrl: url, keyEncryptionKeys } = readEnvironment(env);
    await withDatabase({ url, statementSeconds: STATEMENT_SECONDS }, async (pool) => {
      const time = databaseClock(pool, { clock: systemClock, stopwatch: systemStopwatch });
      await time.measure();
      const vault = systemVault(keyEncryptionKeys);
      const parts = { pool, vault, clock: time.now, newKey: newSigningKey };
      const rest = {
        sealedTexts: pgSealedTexts(pool),
        configurationStore: pgConfigurationStore({ pool, vault }),
        administrators: pgAdministrators({ pool, vault }),
      };
      const keys = { ...parts, ...rest, signingKeys: pgSigningKeys(parts) };
      print(await runAction(operand, options, keys));
    });
    return 0;
  },
});

type Action = 'list' | 'prepare' | 'rotate' | 'retire' | 'reseal';
type Keys = Parameters<typeof keyRotation>[0] & Parameters<typeof makeReseal>[0];

interface KeyOptions {
  readonly issuer: string | undefined;
  readonly now: boolean;
}

async function runAction(
  action: Action,
  { issuer, now }: KeyOptions,
  keys: Keys,
): Promise<readonly string[]> {
  const { prepare, rotate, replace, retire } = keyRotation(keys);
  switch (action) {
    case 'list':
      return orNone(listed(await keys.signingKeys.list(), issuer));
    case 'prepare':
      return (await prepare({ issuer })).map(describeRotation);
    case 'rotate':
      return (await (now ? replace : rotate)({ issuer })).map(describeRotation);
    case 'retire':
      return [`keys forgotten: ${await retire({ issuer }, now ? 'all' : 'expired')}`];
    case 'reseal':
      return resealed(await reseal(keys));
  }
}

function reseal(keys: Keys): Promise<Resealed> {
  let [read, position] = [0, 'nothing read yet'];
  const page: SealedTexts['page'] = async (kind, after, limit) => {
    const texts = await keys.sealedTexts.page(kind, after, limit);
    read += texts.length;
    position = `${kind}; ${read} texts read`;
    return texts;
  };
  const sealedTexts = { ...keys.sealedTexts, page };
  return reportProgress(() => position, makeReseal({ ...keys, sealedTexts }));
}

function listed(entries: readonly SigningKeyEntry[], issuer: string | undefined): string[] {
  return entries
    .filter((entry) => issuer === undefined || entry.issuer === issuer)
    .map(({ createdAt, until, ...entry }) =>
      [
        entry.issuer,
        entry.alg,
        entry.state.padEnd('previous'.length),
        entry.kid,
        `made ${momentOf(createdAt)}`,
        ...(until === undefined ? [] : [`published until ${momentOf(until)}`]),
      ].join('  '),
    );
}

function describeRotation(rotation: Rotation): string {
  switch (rotation.what) {
    case 'promoted':
      return `${rotation.issuer}: the next keys sign now; the ones before stay published until ${momentOf(rotation.until)}`;
    case 'replaced':
      return `${rotation.issuer}: new keys sign now; the ones before are published no more`;
    case 'published':
      return `${rotation.issuer}: the next keys are published; rotate from ${momentOf(rotation.from)} on`;
  }
}

function resealed({ sealed, unreadable, hashedBefore, passedBy }: Resealed): string[] {
  const counts = [...sealed].map(([kind, count]) => `${kind}: ${count} sealed anew`);
  const lost = unreadable.map((context) => `opens with no key that is listed: ${context}`);
  const hashes = hashedBefore.map(
    ({ tenantId, clientId }) =>
      `still under an older key: a client secret of ${clientId}, tenant ${tenantId}; apply its configuration`,
  );
  const isDone = lost.length === 0 && hashes.length === 0;
  const end = isDone
    ? `an older key may go after ${momentOf(passedBy)}, if all processes were started with the new one first by now`
    : 'keep every key that is listed: see above';
  return [...counts, ...lost, ...hashes, end];
}

function orNone(lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? lines : ['no keys: those of a domain are made when it is first served'];
}

/** To the second, in UTC. */
function momentOf(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
