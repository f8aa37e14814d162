import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulators, startSimulators } from '@eid-broker/eid-simulators/all/simulator';
import { openPki } from '@eid-broker/eid-simulators/bankid/pki/pki-files';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { object, string } from 'yup';

import { eidModules } from '../../../src/adapters/eid/registry.ts';
import { offerSimulatedEids, simulatedEidOf } from '../src/simulated-eids.ts';

describe('the simulator of an eID', () => {
  const named = ['se-bankid', 'no-bankid', 'mitid', 'mitid-business', 'itsme'].map((name) => ({
    name,
  }));

  test.each([
    ['se-bankid', 'se-bankid'],
    ['no-bankid', 'no-bankid'],
    ['fi-bankid', undefined],
    ['dk-mitid', 'mitid'],
    ['dk-mitid-business', 'mitid-business'],
    ['dk-mitid-erhverv', 'mitid'],
    ['be-itsme', 'itsme'],
    ['nl-itsme', 'itsme'],
    ['dk-mitidy', undefined],
  ])('%s is at %s', (eid, name) => {
    expect(simulatedEidOf(eid, named)?.name).toBe(name);
  });
});

describe('the offer of the demo', () => {
  const ISSUER = 'http://localhost:3000';
  let folder: string;
  let simulators: Simulators;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'simulated-eids-'));
    await openPki(folder, randomBytes);
    const ports = { bankId: 0, phone: 0, oidc: 0, rest: 0 };
    simulators = await startSimulators({ directory: folder, ports });
  });
  afterAll(async () => {
    await simulators.close();
    await rm(folder, { recursive: true });
  });

  const others = eidModules.filter(({ offer }) => offer.name !== 'se-bankid');

  test('has every eID of the service', async () => {
    const { eids, missing } = await offerSimulatedEids(others, simulators, [ISSUER]);
    expect(missing).toEqual([]);
    expect(eids.map(({ eid }) => eid)).toEqual(others.map(({ offer }) => offer.name));
  });

  test('has the credentials that the simulator gives, and only settings of the eID', async () => {
    const mitid = others.filter(({ offer }) => offer.name === 'dk-mitid');
    const { eids } = await offerSimulatedEids(mitid, simulators, [ISSUER]);
    expect(eids).toEqual([
      {
        eid: 'dk-mitid',
        environment: 'test',
        acrValues: undefined,
        settings: {
          issuer: simulators.oidc.issuers.mitid,
          clientId: 'demo-dk-mitid',
          clientSecret: 'demo-secret',
        },
      },
    ]);
  });

  test('says why an eID is missing', async () => {
    const [mitid] = others.filter(({ offer }) => offer.name === 'dk-mitid');
    if (mitid === undefined) throw new Error('no MitID');
    const settings = object({ colour: string().required('colour is required') });
    const unknown = { ...mitid, offer: { ...mitid.offer, name: 'xx-unknown' }, settings };
    const picky = { ...mitid, settings };
    const { eids, missing } = await offerSimulatedEids([unknown, picky], simulators, [ISSUER]);
    expect(eids).toEqual([]);
    expect(missing).toEqual(['xx-unknown: it has no simulator', 'dk-mitid: colour is required']);
  });
});
