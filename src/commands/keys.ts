import { parseArgs } from 'node:util';

import { pgContentStore } from '../adapters/postgres/content-store.ts';
import { databaseClock } from '../adapters/postgres/database-clock.ts';
import { openPool } from '../adapters/postgres/pool.ts';
import { pgSealedTexts } from '../adapters/postgres/sealed-texts.ts';
import { pgSigningKeys } from '../adapters/postgres/signing-keys.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { newSigningKey } from '../adapters/system/new-signing-key.ts';
import { silentLog } from '../adapters/system/silent-log.ts';
import { systemVault } from '../adapters/system/vault.ts';
import { ConfigurationFaults } from '../config/configuration-faults.ts';
import { readEnvironment } from '../config/environment/environment.ts';
import { faultText } from '../fault-text.ts';
import { makeReseal, type Resealed } from '../management/reseal.ts';
import { keyRotation, type Rotation } from '../management/rotate-keys.ts';
import type { SealedTexts } from '../ports/sealed-texts.ts';
import type { SigningKeyEntry } from '../ports/signing-keys.ts';
import { tellProgress } from '../tell-progress.ts';

const CALL = 'usage: npm run keys -- list|prepare|rotate|retire|reseal [--issuer URL] [--now]';
const HELP = `${CALL}

  list     the signing keys: current ones sign, next and previous ones are published beside them
  prepare  publishes next keys where there are none
  rotate   publishes next keys where there are none, and lets those sign that have been published for an hour;
           call it twice. With --now: new keys at once; the current and the next ones are published no more
  retire   forgets previous keys whose tokens have all expired, as the service does by itself.
           With --now: all previous keys
  reseal   seals with the first key of KEY_ENCRYPTION_KEY whatever is still under another one of it

  --issuer URL  the keys of one domain instead of all
  --now         for keys that are not secret any more
  --help        this text`;
const NO_SUCH_TABLE = '42P01';
const PATIENCE = 60;

type Options = ReturnType<typeof readArguments>;

/** `npm run keys -- COMMAND`: what an operator does about the keys, while replicas serve. */
async function main(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = readArguments(args);
  if (options.help) return print([HELP]);
  const { databaseUrl, keyEncryptionKeys } = readEnvironment(env);
  const pool = openPool({ url: databaseUrl, size: 1, patience: PATIENCE }, silentLog);
  try {
    const time = databaseClock(pool, systemClock);
    await time.measure();
    const vault = systemVault(keyEncryptionKeys);
    const parts = { pool, vault, clock: time.now, newKey: newSigningKey };
    const rest = {
      sealedTexts: pgSealedTexts(pool),
      contentStore: pgContentStore({ pool, vault }),
    };
    print(await run(options, { ...parts, ...rest, signingKeys: pgSigningKeys(parts) }));
  } finally {
    await pool.end();
  }
}

function readArguments(args: readonly string[]) {
  const options = {
    issuer: { type: 'string' },
    now: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [command, ...others] = positionals;
    if (others.length > 0 || (command === undefined && !values.help)) throw new Error(CALL);
    return { ...values, command };
  } catch {
    throw new ConfigurationFaults([{ path: '', message: CALL }]);
  }
}

type Parts = Parameters<typeof keyRotation>[0] & Parameters<typeof makeReseal>[0];

async function run({ command, issuer, now }: Options, parts: Parts): Promise<readonly string[]> {
  const { prepare, rotate, replace, retire } = keyRotation(parts);
  switch (command) {
    case 'list':
      return orNone(listed(await parts.signingKeys.list(), issuer));
    case 'prepare':
      return (await prepare({ issuer })).map(told);
    case 'rotate':
      return (await (now ? replace : rotate)({ issuer })).map(told);
    case 'retire':
      return [`keys forgotten: ${await retire({ issuer }, now ? 'all' : 'expired')}`];
    case 'reseal':
      return resealed(await reseal(parts));
    default:
      throw new ConfigurationFaults([{ path: '', message: CALL }]);
  }
}

function reseal(parts: Parts): Promise<Resealed> {
  let [looked, at] = [0, 'nothing looked at yet'];
  const page: SealedTexts['page'] = async (kind, after, limit) => {
    const texts = await parts.sealedTexts.page(kind, after, limit);
    looked += texts.length;
    at = `${kind}; ${looked} texts looked at`;
    return texts;
  };
  const sealedTexts = { ...parts.sealedTexts, page };
  return tellProgress(() => at, makeReseal({ ...parts, sealedTexts }));
}

function listed(entries: readonly SigningKeyEntry[], issuer: string | undefined): string[] {
  return entries
    .filter((entry) => issuer === undefined || entry.issuer === issuer)
    .map(({ createdAt, until, ...entry }) =>
      [
        ...[entry.issuer, entry.alg, entry.state.padEnd('previous'.length), entry.kid],
        `made ${momentOf(createdAt)}`,
        ...(until === undefined ? [] : [`published until ${momentOf(until)}`]),
      ].join('  '),
    );
}

function told(rotation: Rotation): string {
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
      `still under an older key: a client secret of ${clientId}, tenant ${tenantId}; apply its content`,
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

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** What went wrong, in words that show no secret. */
function explain(error: unknown): string {
  const { code } = error as { readonly code?: string };
  if (code === NO_SUCH_TABLE) return 'the database misses a migration: run npm run migrate first';
  return faultText(error, process.env);
}

main(process.argv.slice(2), process.env).catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
});
