import { generateKeyPairSync, sign } from 'node:crypto';

const ROUNDS = 3;
const SIGNATURES = 1_000;

/**
 * CPU milliseconds of one synchronous ES256 signature, now: a unit that a machine's drifting clock changes as it
 * changes everything else. The best of a few rounds, because others on the machine only ever make it dearer.
 */
export function makeSignatureCost(): () => number {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const data = Buffer.alloc(512, 7);
  return () => Math.min(...Array.from({ length: ROUNDS }, round));

  function round(): number {
    const before = process.cpuUsage();
    for (let made = 0; made < SIGNATURES; made += 1) sign('sha256', data, privateKey);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / SIGNATURES;
  }
}
