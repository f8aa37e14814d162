import type { Environment } from '../environment/environment.ts';
import { type FaultScenario, pause } from './fault.ts';
import { reservedPerson, startHeadlessLogin } from './headless-login.ts';

const EACH_MS = 4_000;
/** Two consecutive failures delay the next try by 10 s; a message that hangs holds the lease for as long again. */
const MAX_MS = 120_000;

export const webhookUnreachable: FaultScenario = {
  id: 'F32',
  title: 'the receiver of webhooks answers 500, then not at all',
  expect: 'no effect on logins; every event is delivered at least once, in order, signed',
  seconds: 60,
  isAlongside: true,
  async inject({ environment, random, signal, note, incomplete }) {
    const { webhooks } = environment;
    try {
      for (const how of ['refuse', 'hang'] as const) {
        webhooks.behave(how);
        await produceEvents(environment, random);
        await pause(EACH_MS, signal);
      }
    } finally {
      webhooks.behave('accept');
    }
    const head = await headOf(environment);
    const since = performance.now();
    while (reached(environment) < head && performance.now() - since < MAX_MS && !signal.aborted) {
      await pause(250, signal);
    }
    note(`delivered up to ${reached(environment)} of ${head}`);
    if (webhooks.forged > 0)
      throw new Error(`${webhooks.forged} messages had an invalid signature`);
    if (isOutOfOrder(environment)) throw new Error('an event was delivered before an earlier one');
    if (reached(environment) >= head) return;
    if (!signal.aborted) throw new Error('events were not delivered in time');
    incomplete(`time ran out with events up to ${reached(environment)} of ${head}`);
  },
};

/** Creates events without other logins. Other faults may prevent it. */
async function produceEvents(environment: Environment, random: () => number): Promise<void> {
  const login = await startHeadlessLogin(environment, reservedPerson(random)).catch(
    () => undefined,
  );
  await login?.cancel().catch(() => undefined);
}

/** The last event; none while the database is down. */
async function headOf({ database }: Environment): Promise<number> {
  const rows = await database
    .sql(
      `select coalesce(max(position), 0)::int as head from authentication_event where tenant_id = 'first'`,
    )
    .catch(() => []);
  return Number(rows[0]?.head ?? 0);
}

function reached({ webhooks }: Environment): number {
  return webhooks.accepted.at(-1)?.position ?? 0;
}

/** Events may be repeated, with those after them; none may be missing. */
function isOutOfOrder({ webhooks: { accepted } }: Environment): boolean {
  return accepted.some(({ position }, at) => {
    const before = accepted[at - 1]?.position;
    return before !== undefined && position > before + 1;
  });
}
