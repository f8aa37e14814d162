import { counted } from './counted.ts';
import type { FaultScenario, Injection } from './fault.ts';
import { postAs } from './headless-login.ts';
import { untilHealthy } from './healthy.ts';

const AT_ONCE = 40;
const MS = 6_000;
const MESSAGE = Buffer.from('x'.repeat(30_000)).toString('base64');

export const abusiveTenant: FaultScenario = {
  id: 'F30',
  title: 'one tenant sends as much as it can: forty at a time, with messages of 40 kB',
  expect: 'it is limited with 429; the other tenant is served, somewhat slower',
  seconds: 9,
  async inject(injection) {
    const { world, signal, note } = injection;
    const before = await slowestOf(injection);
    const until = performance.now() + MS;
    const told: string[] = [];
    const abuse = Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < until && !signal.aborted) told.push(await shout(injection));
    });
    const during = await slowestOf(injection);
    await Promise.all(abuse);
    note(`${counted(told)}; the other tenant waited ${before} ms before, ${during} ms meanwhile`);
    await untilHealthy(world);
  },
};

async function shout({ world }: Injection): Promise<string> {
  const fields = {
    scope: 'openid',
    acr_values: 'urn:grn:authn:se:bankid',
    login_hint: `action:sign message:${MESSAGE}`,
  };
  const { status, error } = await postAs(world, '/headless/authorize', fields, world.otherIssuer);
  return `${status} ${error ?? ''}`.trim();
}

/** The slowest of some answers to the other tenant. Its requests are refused, after its client was found. */
async function slowestOf({ world }: Injection): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < 20; at += 1) {
    const since = performance.now();
    const { status } = await postAs(world, '/oauth2/token', { grant_type: 'authorization_code' });
    times.push(performance.now() - since);
    if (status >= 500) throw new Error(`the other tenant was answered ${status}`);
  }
  return Math.round(Math.max(...times));
}
