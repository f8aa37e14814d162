import { connect, type Socket } from 'node:net';

import { send } from '../../support/wire.ts';
import type { World } from '../world/world.ts';
import { choose } from './choose.ts';
import type { FaultScenario } from './fault.ts';
import { untilHealthy } from './healthy.ts';
import { pause } from './pause.ts';

const SOCKETS = 400;
const DRIP_EVERY_MS = 500;
/** Headers have 10 s; that is looked after every 2 s. */
const CUT_MS = 14_000;

export const slowAndHuge: FaultScenario = {
  id: 'F29',
  title: '400 connections that drip their headers; headers and bodies beyond all bounds',
  expect: 'slow ones are cut, huge ones refused; nobody else notices',
  seconds: 20,
  async inject({ world, random, signal, note }) {
    const replica = choose(world.replicas, random);
    const sockets = Array.from({ length: SOCKETS }, () => dripping(replica.port));
    for (let waited = 0; waited < CUT_MS && !signal.aborted; waited += DRIP_EVERY_MS) {
      for (const socket of sockets) if (socket.writable) socket.write('x');
      await pause(DRIP_EVERY_MS, signal);
    }
    const left = sockets.filter(({ destroyed }) => !destroyed).length;
    for (const socket of sockets) socket.destroy();
    note(`${left} of ${SOCKETS} slow connections were left`);
    note(`huge: ${(await hugeAnswers(world, replica.port)).join(', ')}`);
    await untilHealthy(world);
    if (left > 0 && !signal.aborted) throw new Error(`${left} slow connections were not cut`);
  },
};

function dripping(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.resume();
  socket.write('GET /.well-known/openid-configuration HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
  return socket;
}

async function hugeAnswers({ issuer }: World, port: number): Promise<readonly string[]> {
  const { host } = new URL(issuer);
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = `a=${'x'.repeat(8 * 1024 * 1024)}`;
  const wires = [
    { path: '/oauth2/token', method: 'POST', headers: { host, ...type }, body },
    { path: '/.well-known/openid-configuration', headers: { host, 'x-big': 'x'.repeat(300_000) } },
    { path: `/oauth2/authorize?state=${'x'.repeat(300_000)}`, headers: { host } },
  ];
  return Promise.all(
    wires.map((wire) =>
      send(port, wire).then(
        ({ status }) => String(status),
        () => 'cut',
      ),
    ),
  );
}
