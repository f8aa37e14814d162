import { at } from '@eid-broker/testing/sample-authentication';
import { expect, test } from '@jest/globals';

import { makeWarnOfCertificates } from '../../../src/adapters/telemetry/health-detail.ts';
import type { LogFacts } from '../../../src/ports/log.ts';
import type { CertificateReading } from '../../../src/ports/metrics.ts';

const DAY = 86_400;

function certificate(expiresInDays: number, name = 'CN=ours'): CertificateReading {
  return {
    tenantId: 'acme',
    eid: 'xx-some-eid',
    environment: 'test',
    use: 'client',
    name,
    expiresAt: at(expiresInDays * DAY),
  };
}

/** The warnings, day by day. */
function warnings(...certificates: readonly CertificateReading[]) {
  let now = at(0);
  let known: readonly CertificateReading[] | undefined = certificates;
  const logged: (LogFacts | undefined)[] = [];
  const note = (_event: string, facts?: LogFacts) => void logged.push(facts);
  const warnOfCertificates = makeWarnOfCertificates({
    gauges: {
      async certificates() {
        if (known === undefined) throw new Error('out of reach');
        return known;
      },
    },
    clock: () => now,
    log: { info: note, warn: note, error: note },
  });
  return {
    /** The warnings of that day. */
    async onDay(day: number) {
      now = at(day * DAY);
      await warnOfCertificates();
      return logged.splice(0);
    },
    replace(others: readonly CertificateReading[] | undefined) {
      known = others;
    },
  };
}

test('an expiring certificate is logged with 30, 14, 7, 1 and 0 days left, once each', async () => {
  const { onDay } = warnings(certificate(31));
  const daysLeftByDay = new Map<number, unknown>();
  for (let day = 0; day <= 34; day += 0.5) {
    for (const facts of await onDay(day)) daysLeftByDay.set(day, facts?.daysLeft);
  }
  expect([...daysLeftByDay]).toEqual([
    [0.5, 30],
    [16.5, 14],
    [23.5, 7],
    [29.5, 1],
    [30.5, 0],
  ]);
});

test('a warning names the tenant and the eID', async () => {
  const { onDay } = warnings(certificate(3, 'CN=ours'), certificate(300, 'CN=root'));
  expect(await onDay(0)).toEqual([
    {
      tenantId: 'acme',
      eid: 'xx-some-eid',
      environment: 'test',
      use: 'client',
      name: 'CN=ours',
      daysLeft: 3,
    },
  ]);
});

test('the next certificate starts a new series of warnings', async () => {
  const { onDay, replace } = warnings(certificate(5));
  expect(await onDay(0)).toHaveLength(1);
  replace([certificate(400)]);
  expect(await onDay(1)).toEqual([]);
  replace([certificate(5)]);
  expect(await onDay(1)).toHaveLength(1);
});

test('missing readings cause no warnings, and reset nothing', async () => {
  const { onDay, replace } = warnings(certificate(5));
  expect(await onDay(0)).toHaveLength(1);
  replace(undefined);
  expect(await onDay(0)).toEqual([]);
  replace([certificate(5)]);
  expect(await onDay(0)).toEqual([]);
});
