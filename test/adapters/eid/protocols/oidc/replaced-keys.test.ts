import type { Fault } from '@eid-broker/eid-simulators/oidc/faults';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { beItsme } from '../../../../../src/adapters/eid/be-itsme/row.ts';
import { dkMitId } from '../../../../../src/adapters/eid/dk-mitid/row.ts';
import { fiFtn } from '../../../../../src/adapters/eid/fi-ftn/row.ts';
import type { OidcRow } from '../../../../../src/adapters/eid/protocols/oidc/oidc-row.ts';
import type { RedirectEid } from '../../../../../src/ports/eid.ts';
import { startItsmeUnderTest } from '../../be-itsme/itsme-under-test.ts';
import { startMitIdUnderTest } from '../../dk-mitid/mitid-under-test.ts';
import { startFtnUnderTest } from '../../fi-ftn/ftn-under-test.ts';
import { loginRequest, type RowUnderTest } from './row-under-test.ts';

/** One row of each way to the provider's keys: by discovery, with encrypted tokens, and signed by an entity. */
const ROWS: readonly (readonly [string, OidcRow, () => Promise<RowUnderTest>])[] = [
  ['dk-mitid', dkMitId, startMitIdUnderTest],
  ['be-itsme', beItsme, startItsmeUnderTest],
  ['fi-ftn', fiFtn, startFtnUnderTest],
];

describe.each(ROWS)('the keys of the provider of %s', (_, row, start) => {
  let it: RowUnderTest;
  beforeAll(async () => {
    it = await start();
  });
  afterAll(() => it.close());

  const acr = row.offer.variants.at(-1)!.acr;
  const spoil = (endpoint: Fault['endpoint'], effect: Fault['effect']) =>
    it.spoil(endpoint, effect);
  const fetches = () => it.requests().filter((one) => /\/jwk(?:s|Set|s\/broker-signed)$/.test(one));

  /** A login whose ID token a new key signs, if `kind` is given; and how often the keys were fetched for it. */
  async function logIn(eid: RedirectEid, kind?: 'unknown-key') {
    const { url, kept } = await eid.begin(loginRequest(row, { acr }), it.callback);
    const answer = await it.person.approve(url, acr);
    if (kind !== undefined) spoil('token', { kind });
    const before = fetches().length;
    const outcome = await eid.finish(kept, answer);
    return { outcome, fetched: fetches().length - before };
  }

  test('are fetched once more when a new one signs, and the person is believed', async () => {
    const eid = it.open();
    expect((await logIn(eid)).outcome).toMatchObject({ state: 'identified' });
    expect(await logIn(eid)).toMatchObject({ fetched: 0, outcome: { state: 'identified' } });
    spoil('jwks', { kind: 'next-key' });
    expect(await logIn(eid, 'unknown-key')).toMatchObject({
      fetched: 1,
      outcome: { state: 'identified' },
    });
    expect(await logIn(eid, 'unknown-key')).toMatchObject({
      fetched: 0,
      outcome: { state: 'identified' },
    });
    await eid.close();
  });

  test('are fetched once for a key that nobody publishes, which is not believed', async () => {
    const eid = it.open();
    await logIn(eid);
    expect(await logIn(eid, 'unknown-key')).toMatchObject({
      fetched: 1,
      outcome: { state: 'ended', why: 'unverified' },
    });
    expect((await logIn(eid)).outcome).toMatchObject({ state: 'identified' });
    await eid.close();
  });
});
