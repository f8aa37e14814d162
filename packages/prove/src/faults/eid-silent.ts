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
const RELEASE_MS = 6_000;
/** The limit of kept-alive connections from one replica to one eID. */
const MAX_CONNECTIONS = 64;

export const eidSilent: FaultScenario = {
  id: 'F12',
  title: 'the eID accepts and never answers, answers byte by byte, closes connections half-way',
  expect: 'each call times out after 5 s without leaked sockets; logins stay pending',
  seconds: 25,
  async inject(injection) {
    const { environment, random, signal, note } = injection;
    await eachInTime(shuffle(SHAPES, random), injection, {
      named: ({ kind }) => kind,
      async make(fault) {
        const clearFaults = environment.eidProxy.break({ fault, direction: 'down' });
        await pause(EACH_MS, signal);
        note(`${fault.kind}: ${environment.eidProxy.connections} connections`);
        clearFaults();
      },
    });
    await pause(RELEASE_MS, signal);
    const { connections } = environment.eidProxy;
    if (connections > MAX_CONNECTIONS * environment.replicas.length) {
      throw new Error(`${connections} connections to the eID are left`);
    }
    await untilHealthy(environment);
  },
};
