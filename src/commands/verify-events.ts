import { chainMacs } from '../adapters/events/chain-macs.ts';
import { pgEventChain } from '../adapters/postgres/events/event-chain.ts';
import { systemVault } from '../adapters/system/vault.ts';
import { readEnvironment } from '../config/environment/environment.ts';
import { type Head, headText, parseHead } from '../domain/event-chain.ts';
import { describeChain, managementChain } from '../domain/management-event.ts';
import { type ChainReport, makeVerifyEvents } from '../management/events/verify-events.ts';
import type { EventChain } from '../ports/events.ts';
import { defineCommand, parseTime, print, reportProgress, UsageError } from './command.ts';
import { withDatabase } from './with-database.ts';

/** A statement may count a big table. */
const STATEMENT_SECONDS = 5 * 60;

/** Verifies that the log of events is unchanged. */
export const command = defineCommand({
  description: `Recomputes the chains of events in the database of DATABASE_URL, with the keys of KEY_ENCRYPTION_KEY.

Exit code 0: all is as it was sealed; 1: it is not; 2: it could not be verified.`,
  options: {
    tenant: {
      value: 'ID',
      help: 'one tenant, with its management; without it all of them. management:ID: the latter alone',
    },
    from: { value: 'TIME', help: 'only events sealed from then on, such as 2026-11-01T00:00:00Z' },
    until: { value: 'TIME', help: 'only events sealed before' },
    head: {
      value: 'HEAD',
      help: 'a head that was stored elsewhere (needs --tenant): it must still be in the chain',
    },
    json: { help: 'JSON instead of words' },
  },
  failureCode: 2,
  async run({ options, env }) {
    const { tenant } = options;
    if (options.head !== undefined && tenant === undefined) {
      throw new UsageError('--head needs --tenant');
    }
    const part = {
      from: parseTime('--from', options.from),
      until: parseTime('--until', options.until),
      storedHead: parseHeadOption(options.head),
    };
    const { databaseUrl: url, keyEncryptionKeys } = readEnvironment(env);
    const reports: ChainReport[] = [];
    await withDatabase({ url, statementSeconds: STATEMENT_SECONDS }, async (pool) => {
      const vault = systemVault(keyEncryptionKeys);
      const { eventChain, position } = withPosition(pgEventChain({ pool, vault }));
      const macs = chainMacs(vault);
      const verify = makeVerifyEvents({ eventChain, macs });
      await reportProgress(position, async () => {
        const chains = await eventChain.tenants();
        const tenantIds = tenant === undefined ? chains : chainsToVerify(tenant, options, chains);
        for (const tenantId of tenantIds) reports.push(await verify({ tenantId, ...part }));
      });
    });
    print(options.json ? asJson(reports) : asText(reports));
    return reports.every(({ faults }) => faults.length === 0) ? 0 : 1;
  },
});

/** A head belongs to one chain; otherwise a tenant's chain of management is verified with the tenant's own. */
function chainsToVerify(
  tenant: string,
  { head }: { readonly head: string | undefined },
  existing: readonly string[],
): readonly string[] {
  const management = managementChain(tenant);
  return head === undefined && existing.includes(management) ? [tenant, management] : [tenant];
}

/** Wraps the chains: remembers the position of the last read, to print it. */
function withPosition(eventChain: EventChain) {
  let read = 'nothing read yet';
  const events: EventChain['events'] = (tenantId, first, last) => {
    read = `${describeChain(tenantId)}, at event ${last}`;
    return eventChain.events(tenantId, first, last);
  };
  return { eventChain: { ...eventChain, events }, position: () => read };
}

function parseHeadOption(text: string | undefined): Head | undefined {
  if (text === undefined) return undefined;
  const head = parseHead(text);
  if (head === undefined) throw new UsageError('--head: must be a head as this command prints it');
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

function asText(reports: readonly ChainReport[]): string {
  if (reports.length === 0) return 'there are no events';
  return reports.flatMap(linesOf).join('\n');
}

function linesOf(report: ChainReport): readonly string[] {
  const { tenantId, links, intact, unsealed, removedThrough, restores, faults, head } = report;
  const holds = faults.length === 0 ? 'holds' : 'DOES NOT HOLD';
  return [
    `${describeChain(tenantId)}: the chain ${holds}`,
    `  events intact: ${intact} (links: ${links})`,
    ...faults.map(
      ({ link, texts }) => `  fault: ${texts}${link === undefined ? '' : ` (link ${link})`}`,
    ),
    ...(removedThrough === undefined ? [] : [`  removed as too old: all up to ${removedThrough}`]),
    ...restores.map((at) => `  restored from a backup: ${at.toISOString()}`),
    ...(unsealed === 0 ? [] : [`  not sealed yet: ${unsealed}`]),
    `  head, at position ${head.position}: ${headText(head)}`,
  ];
}
