import { parseArgs } from 'node:util';

import { pgEventChain } from '../adapters/postgres/event-chain.ts';
import { openPool } from '../adapters/postgres/pool.ts';
import { eventMacs } from '../adapters/system/event-macs.ts';
import { silentLog } from '../adapters/system/silent-log.ts';
import { systemVault } from '../adapters/system/vault.ts';
import { readEnvironment } from '../config/environment/environment.ts';
import { type Head, headText, parseHead } from '../domain/event-chain.ts';
import { faultText } from '../fault-text.ts';
import { type ChainReport, makeVerifyEvents } from '../management/events/verify-events.ts';
import type { EventChain } from '../ports/event-chain.ts';
import { tellProgress } from '../tell-progress.ts';

const CALL =
  'usage: npm run verify-events -- [--tenant ID] [--from TIME] [--until TIME] [--head HEAD] [--json]';
const HELP = `${CALL}

Recomputes the chains of events in the database of DATABASE_URL, with the keys of KEY_ENCRYPTION_KEY.

  --tenant ID   one tenant; without it all of them
  --from TIME   only what was sealed from then on, such as 2026-11-01T00:00:00Z
  --until TIME  only what was sealed before
  --head HEAD   a head that was kept elsewhere (needs --tenant): it must still be in the chain
  --json        JSON instead of words
  --help        this text

Exit code 0: all is as it was sealed; 1: it is not; 2: it could not be verified.`;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/;
const NO_SUCH_TABLE = '42P01';
/** Seconds for one statement, which may count a big table. */
const PATIENCE = 5 * 60;

/** What the command cannot do anything with: nothing was verified. */
class Misuse extends Error {}

/** `npm run verify-events`: tells whether the log of events is as it was written. */
async function main(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { help, json, ...part } = readArguments(args);
  if (help) return print(HELP);
  const { databaseUrl: url, keyEncryptionKeys } = readEnvironment(env);
  const pool = openPool({ url, size: 1, patience: PATIENCE }, silentLog);
  try {
    const vault = systemVault(keyEncryptionKeys);
    const { eventChain, howFar } = watched(pgEventChain({ pool, vault }));
    const macs = eventMacs(vault);
    const verify = makeVerifyEvents({ eventChain, macs });
    const reports: ChainReport[] = [];
    await tellProgress(howFar, async () => {
      const tenantIds = part.tenant === undefined ? await eventChain.tenants() : [part.tenant];
      for (const tenantId of tenantIds) reports.push(await verify({ tenantId, ...part }));
    });
    print(json ? asJson(reports) : asWords(reports));
    process.exitCode = reports.every(({ faults }) => faults.length === 0) ? 0 : 1;
  } finally {
    await pool.end();
  }
}

/** The same chains, which know what was read last. */
function watched(eventChain: EventChain) {
  let read = 'nothing read yet';
  const events: EventChain['events'] = (tenantId, first, last) => {
    read = `tenant ${tenantId}, at event ${last}`;
    return eventChain.events(tenantId, first, last);
  };
  return { eventChain: { ...eventChain, events }, howFar: () => read };
}

function readArguments(args: readonly string[]) {
  const { help, json, tenant, from, until, head } = parse(args);
  if (head !== undefined && tenant === undefined) throw new Misuse('--head needs --tenant');
  return {
    ...{ help, json, tenant },
    from: readTime('--from', from),
    until: readTime('--until', until),
    kept: readHead(head),
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = { tenant: text, from: text, until: text, head: text, json: flag, help: flag };
  try {
    return parseArgs({ args: [...args], options, tokens: false }).values;
  } catch {
    throw new Misuse(CALL);
  }
}

function readTime(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (TIME.test(text) && !Number.isNaN(time.getTime())) return time;
  throw new Misuse(`${name}: must be a time such as 2026-01-31T12:00:00Z`);
}

function readHead(text: string | undefined): Head | undefined {
  if (text === undefined) return undefined;
  const head = parseHead(text);
  if (head === undefined) throw new Misuse('--head: must be a head as this command prints it');
  return head;
}

function asJson(reports: readonly ChainReport[]): string {
  const holds = reports.every(({ faults }) => faults.length === 0);
  const chains = reports.map(({ head, ...report }) => ({
    ...report,
    position: head.position,
    head: headText(head),
  }));
  return JSON.stringify({ holds, chains }, undefined, 2);
}

function asWords(reports: readonly ChainReport[]): string {
  if (reports.length === 0) return 'there are no events';
  return reports.flatMap(linesOf).join('\n');
}

function linesOf(report: ChainReport): readonly string[] {
  const { tenantId, links, intact, unsealed, removedThrough, restores, faults, head } = report;
  const holds = faults.length === 0 ? 'holds' : 'DOES NOT HOLD';
  return [
    `tenant ${tenantId}: the chain ${holds}`,
    `  events intact: ${intact} (links: ${links})`,
    ...faults.map(
      ({ link, words }) => `  fault: ${words}${link === undefined ? '' : ` (link ${link})`}`,
    ),
    ...(removedThrough === undefined ? [] : [`  removed as too old: all up to ${removedThrough}`]),
    ...restores.map((at) => `  restored from a backup: ${at.toISOString()}`),
    ...(unsealed === 0 ? [] : [`  not sealed yet: ${unsealed}`]),
    `  head, at position ${head.position}: ${headText(head)}`,
  ];
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** What went wrong, in words that show no secret. */
function explain(error: unknown): string {
  const { code } = error as { readonly code?: string };
  if (code === NO_SUCH_TABLE) return 'the database misses a migration: run npm run migrate first';
  return faultText(error, process.env);
}

main(process.argv.slice(2), process.env).catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 2;
});
