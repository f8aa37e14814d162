import type { ConnectionFault } from '../environment/connection-fault.ts';
import { shuffle } from '../people/random.ts';
import { eachInTime, type FaultScenario, pause } from './fault.ts';
import { untilHealthy } from './healthy.ts';

const SHAPES: readonly ConnectionFault[] = [
  { kind: 'stall' },
  { kind: 'bandwidth', bytesPerSecond: 100 },
  { kind: 'half-close', afterBytes: 2_000 },
];
const EACH_MS = 6_000;
/** A call times out after seconds; then its socket closes. */
const RELEASE_MS = 6_500;
/** The limit of kept-alive connections from one replica to one eID. */
const MAX_CONNECTIONS = 64;

export const eidSilent: FaultScenario = {
  id: 'F12',
  title: 'the eIDs accept and never answer, answer byte by byte, close connections half-way',
  expect:
    'each call to an order eID times out after 5 s, each step at a redirect eID after 8 s, without leaked sockets; logins stay pending, or end as `server_error` once an answer was taken',
  seconds: 25,
  async inject(injection) {
    const { environment, random, signal, note } = injection;
    await eachInTime(shuffle(SHAPES, random), injection, {
      named: ({ kind }) => kind,
      async make(fault) {
        const proxies = [environment.eidProxy, environment.pagesProxy];
        const clearFaults = proxies.map((proxy) => proxy.break({ fault, direction: 'down' }));
        await pause(EACH_MS, signal);
        note(`${fault.kind}: ${proxies.map(({ connections }) => connections)} connections`);
        for (const clear of clearFaults) clear();
      },
    });
    await pause(RELEASE_MS, signal);
    for (const { connections } of [environment.eidProxy, environment.pagesProxy]) {
      if (connections <= MAX_CONNECTIONS * environment.replicas.length) continue;
      throw new Error(`${connections} connections to an eID are left`);
    }
    await untilHealthy(environment);
  },
};
