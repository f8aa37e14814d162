import { connect } from 'node:net';

import { send, type WireRequest } from '@eid-broker/testing/wire';

import { choose } from '../people/random.ts';
import { type FaultScenario, pause } from './fault.ts';
import { untilHealthy } from './healthy.ts';

/** Each with its first bytes and the limit for the cut; the server checks every 2 s. */
const SLOW = {
  headers: {
    sockets: 350,
    opening: 'GET /.well-known/openid-configuration HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
    limitMs: 10_000,
  },
  bodies: {
    sockets: 50,
    opening: [
      'POST /oauth2/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000',
      'Content-Type: application/x-www-form-urlencoded\r\n\r\na=',
    ].join('\r\n'),
    limitMs: 15_000,
  },
} as const;
const DRIP_EVERY_MS = 500;
/** One check interval, and tolerance for a busy machine. */
const NOTICED_MS = 3_500;
const HUGE_BODY = 8 * 1024 * 1024;
/** A little beyond the limit. */
const HUGE_HEADER = 140_000;
/** A client that is still sending may find the connection cut before it reads the response. */
const TRIES = 8;

export const slowAndHuge: FaultScenario = {
  id: 'F29',
  title:
    '350 connections send headers byte by byte, 50 their bodies; headers and bodies exceed the limits',
  expect:
    'slow headers end after 10 s and bodies after 15 s, checked every 2 s; large ones get 413 and 431; no effect on others',
  seconds: 21,
  async inject({ environment, random, note, incomplete, signal }) {
    const replica = choose(environment.replicas, random);
    const host = new URL(environment.issuer).host;
    const dripping = Object.entries(SLOW).map(async ([what, slow]) => {
      const took = await dripUntilCut(replica.port, { ...slow, host, signal });
      if (took === undefined) return incomplete(`whether slow ${what} are cut`);
      note(`${slow.sockets} slow ${what}: the last was cut after ${took} ms`);
      if (took > slow.limitMs + NOTICED_MS) throw new Error(`slow ${what} had ${took} ms`);
    });
    const huge = await hugeAnswers(host, replica.port);
    note(`a huge body, header, URL: ${huge.join(', ')}`);
    await Promise.all(dripping);
    await untilHealthy(environment);
    if (huge.join() !== '413,431,431') throw new Error(`huge requests got ${huge.join()}`);
  },
};

interface Dripping {
  readonly sockets: number;
  readonly opening: string;
  readonly limitMs: number;
  readonly host: string;
  readonly signal: AbortSignal;
}

/** Returns the time of the last cut; undefined when time ran out. */
async function dripUntilCut(
  port: number,
  { sockets: count, opening, limitMs, host, signal }: Dripping,
): Promise<number | undefined> {
  const since = performance.now();
  const took = () => Math.round(performance.now() - since);
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.resume();
    socket.write(opening.replace('localhost', host));
    return socket;
  });
  const isOver = () => signal.aborted || took() > limitMs + 2 * NOTICED_MS;
  while (sockets.some(({ destroyed }) => !destroyed) && !isOver()) {
    for (const socket of sockets) if (socket.writable) socket.write('x');
    await pause(DRIP_EVERY_MS, signal);
  }
  const areCut = sockets.every(({ destroyed }) => destroyed);
  for (const socket of sockets) socket.destroy();
  return areCut || !signal.aborted ? took() : undefined;
}

/** The body is announced only: the service refuses it unread. */
function hugeAnswers(host: string, port: number): Promise<readonly string[]> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const length = { 'content-length': String(HUGE_BODY) };
  const big = 'x'.repeat(HUGE_HEADER);
  const wires = [
    { path: '/oauth2/token', method: 'POST', headers: { host, ...type, ...length } },
    { path: '/.well-known/openid-configuration', headers: { host, 'x-big': big } },
    { path: `/oauth2/authorize?state=${big}`, headers: { host } },
  ];
  return Promise.all(wires.map((wire) => answerTo(wire, port)));
}

async function answerTo(wire: WireRequest, port: number): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = await send(port, wire).catch(() => undefined);
    if (answer !== undefined) return String(answer.status);
  }
  return 'cut';
}
