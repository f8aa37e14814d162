import { sampleConfigurationWith } from '@eid-broker/testing/sample-offers';
import { expect, test } from '@jest/globals';

import { onceForEachDomain } from '../../../src/adapters/http/domain-handler.ts';
import { DEFAULT_LIMITS, type Domain } from '../../../src/domain/tenant.ts';
import type { Configuration } from '../../../src/ports/configuration.ts';

const ONE = domain('https://one.example');
const OTHER = domain('https://other.example');

test('a value is made once for each domain and configuration', async () => {
  const made: string[] = [];
  const valueFor = onceForEachDomain(async ({ issuer }: Domain) => made.push(issuer));
  const [before, after] = [sampleConfigurationWith(), sampleConfigurationWith()];

  const numbers = await Promise.all([
    valueFor(ONE, before),
    valueFor(ONE, before),
    valueFor(OTHER, before),
    valueFor(ONE, after),
  ]);

  expect(numbers).toEqual([1, 1, 2, 3]);
  expect(made).toEqual([ONE.issuer, OTHER.issuer, ONE.issuer]);
});

test('a value that could not be made is made at the next call', async () => {
  const configuration: Configuration = sampleConfigurationWith();
  let isDown = true;
  const valueFor = onceForEachDomain(async () => {
    if (isDown) throw new Error('down');
    return 'made';
  });

  await expect(valueFor(ONE, configuration)).rejects.toThrow('down');
  isDown = false;
  expect(await valueFor(ONE, configuration)).toBe('made');
});

function domain(issuer: string): Domain {
  return {
    tenantId: 't',
    issuer,
    environment: 'test',
    singleSignOn: undefined,
    limits: DEFAULT_LIMITS,
    acrValues: [],
  };
}
