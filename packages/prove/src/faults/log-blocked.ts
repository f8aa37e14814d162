import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

import { send } from '@eid-broker/testing/wire';
import type { Replica } from '../environment/replica.ts';
import { choose } from '../people/random.ts';
import { counted, type FaultScenario, type Injection, pause } from './fault.ts';
import { postAs } from './headless-login.ts';
import { untilHealthy } from './healthy.ts';

const REQUESTS = 1_500;
const AT_ONCE = 30;
/** Traces are sent every five seconds. */
const WITHOUT_COLLECTOR_MS = 6_000;

export const logBlocked: FaultScenario = {
  id: 'F31',
  title: 'the log is not read and its pipe is full; the collector of traces hangs, then refuses',
  expect: 'requests are served; excess lines and spans are dropped and counted',
  seconds: 30,
  async inject(injection) {
    await blockLogs(injection);
    await loseCollector(injection);
  },
};

async function blockLogs({ environment, signal, note, incomplete }: Injection): Promise<void> {
  const resume = environment.replicas.map((replica) => replica.blockLog());
  const response: number[] = [];
  try {
    for (const replica of environment.replicas) replica.sabotage('chatter');
    while (response.length < REQUESTS && !signal.aborted) {
      // Each refused request is a log entry.
      const refused = () =>
        postAs(environment, '/oauth2/token', { grant_type: 'authorization_code' });
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, refused));
      response.push(...answers.map(({ status }) => status));
    }
    await untilHealthy(environment);
    const dropped = await Promise.all(environment.replicas.map(droppedLines));
    note(`dropped lines: ${dropped.join(', ')}`);
    if (dropped.includes(0)) throw new Error('a replica kept unread log lines');
  } finally {
    for (const again of resume) again();
  }
  note(counted(response));
  if (response.length < REQUESTS) incomplete(`sent ${response.length} of ${REQUESTS} requests`);
  await untilHealthy(environment);
  const failed = response.filter((status) => status >= 500);
  if (failed.length > 0) throw new Error(`with a blocked log: ${counted(failed)}`);
}

async function droppedLines({ healthPort }: Replica): Promise<number> {
  const { text } = await send(healthPort, { path: '/metrics' });
  return Number(/^eid_broker_log_lines_dropped_total (\d+)/m.exec(text)?.[1]);
}

/** One replica sends its traces to an unreachable collector while it serves logins. */
async function loseCollector({ environment, random, signal, note }: Injection): Promise<void> {
  const replica = choose(environment.replicas, random);
  const collector = createServer((socket) => socket.on('error', () => socket.destroy()));
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  const sockets = new Set<Socket>();
  collector.on('connection', (socket) => sockets.add(socket));
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
  try {
    await replica.stop();
    await replica.start({ variables });
    await untilHealthy(environment);
    await pause(WITHOUT_COLLECTOR_MS, signal);
  } finally {
    collector.close();
    for (const socket of sockets) socket.destroy();
  }
  note(`the hanging collector got ${sockets.size} connections`);
  if (sockets.size === 0 && !signal.aborted) throw new Error('no trace was sent');
  await pause(WITHOUT_COLLECTOR_MS, signal);
  await replica.stop();
  await replica.start();
  await untilHealthy(environment);
}
