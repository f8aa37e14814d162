import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Acr } from 'eid-broker/domain/acr';
import type { StoredTenant } from 'eid-broker/domain/configuration';
import { WEBHOOK_EVENTS } from 'eid-broker/domain/webhook';
import type { ConfigurationStore } from 'eid-broker/ports/configuration';

import { RACERS, race } from '../races.ts';
import type { OpenReplicas, Replicas } from '../replicas.ts';
import { START } from '../sample-authentication.ts';
import { application, domain } from '../sample-configuration.ts';

/** A tenant as stored. */
export const SHOP: StoredTenant = {
  id: 'shop',
  name: 'Shop',
  domains: [domain()],
  eids: [
    {
      eid: 'xx-stone',
      environment: 'test',
      acrValues: undefined,
      sealedSettings: Buffer.from('v1.a.b'),
    },
    {
      eid: 'xx-paper',
      environment: 'both',
      acrValues: ['urn:grn:authn:xx:paper:folded' as Acr, 'urn:grn:authn:xx:paper' as Acr],
      sealedSettings: Buffer.from('v1.a.c'),
    },
  ],
  applications: [{ ...application(), secrets: [{ hash: 'h1.a.b', expiresAt: undefined }] }],
  webhooks: [],
};

/** Another one with every optional setting. */
const BANK: StoredTenant = {
  id: 'bank',
  name: 'Bank',
  domains: [
    domain({
      issuer: 'https://a.example.com',
      environment: 'test',
      singleSignOn: 3600,
      singleSignOnOtherDevice: 300,
      limits: { startsPerPerson: 500, silentAnswersPerPerson: 600 },
    }),
    domain({ issuer: 'https://b.example.com' }),
  ],
  eids: [
    {
      eid: 'xx-paper',
      environment: 'production',
      acrValues: undefined,
      sealedSettings: Buffer.from('v1.a.d'),
    },
  ],
  applications: [
    {
      ...application({
        clientId: 'urn:bank:1',
        issuers: ['https://a.example.com'],
        flows: ['authorization-code', 'implicit', 'ciba', 'headless'],
        postLogoutRedirectUris: ['https://shop.example.com/bye'],
        responseModes: ['post_message', 'json'],
        jwks: { keys: [{ kty: 'EC', kid: 'a' }] },
        dynamicScopes: true,
        scopes: ['ssn'],
        acrValues: ['urn:grn:authn:xx:paper' as Acr],
        defaultAcrValues: 'urn:grn:authn:xx:paper' as Acr,
        idTokenSigningAlg: 'ES256',
        idTokenLifetime: 60,
        requirePkce: true,
        allowTokenEndpointAudience: true,
        allowAssertionWithoutJti: true,
        requireNonce: true,
        requirePushedAuthorizationRequests: true,
        requireIdTokenHintAtLogout: true,
        requireEndUserIp: true,
        defaultCallInitiator: 'RP',
        backchannelRequestSigningAlg: 'ES256',
        phoneStartsPerMinute: 100,
      }),
      secrets: [{ hash: 'h1.a.b', expiresAt: new Date('2027-01-31T12:00:00.500Z') }],
    },
    { ...application({ jwksUri: 'https://shop.example.com/jwks' }), secrets: [] },
  ],
  webhooks: [
    {
      id: 'billing',
      url: 'https://bank.example.com/events',
      events: ['signature.identified', 'authentication.identified'],
      sealedSecrets: Buffer.from('v1.a.e'),
    },
    {
      id: 'watch',
      url: 'https://x.example/?a=b',
      events: WEBHOOK_EVENTS,
      sealedSecrets: Buffer.from('v1.a.f'),
    },
  ],
};

/** The contract of the port `ConfigurationStore`. */
export function configurationStoreContract(
  name: string,
  open: OpenReplicas<ConfigurationStore>,
): void {
  describe(`${name} keeps the promises of the port`, () => {
    let store: Replicas<ConfigurationStore>;
    let one: ConfigurationStore;

    beforeEach(async () => {
      store = await open(() => START);
      one = store.replicas[0];
    });
    afterEach(() => store.close());

    const last = () => store.replicas.at(-1) ?? one;
    const replace = (...tenants: readonly StoredTenant[]) =>
      one.change(() => ({ replace: tenants, result: undefined }));

    describe('the configuration', () => {
      test('is empty at first', async () => {
        expect(await one.read()).toEqual({ revision: 0, tenants: [] });
        expect(await one.revision()).toBe(0);
      });

      test('is returned unchanged by every replica', async () => {
        await replace(SHOP, BANK);
        for (const replica of store.replicas) {
          expect(await replica.read()).toEqual({ revision: 1, tenants: [BANK, SHOP] });
          expect(await replica.revision()).toBe(1);
        }
      });

      test('is ordered: domains by issuer, applications by client id', async () => {
        const turned = {
          ...BANK,
          domains: BANK.domains.toReversed(),
          applications: BANK.applications.toReversed(),
        };
        await replace(turned);
        expect((await one.read()).tenants).toEqual([BANK]);
      });

      test('keeps the order of eIDs', async () => {
        await replace(SHOP);
        const turned = { ...SHOP, eids: SHOP.eids.toReversed() };
        await replace(turned);
        expect((await one.read()).tenants).toEqual([turned]);
      });

      test('is replaced tenant by tenant', async () => {
        await replace(SHOP, BANK);
        const emptied = { ...SHOP, name: 'Shop & Co', domains: [], eids: [], applications: [] };
        await replace(emptied);
        expect(await one.read()).toEqual({ revision: 2, tenants: [BANK, emptied] });
      });

      test('lets an issuer move from one tenant to another', async () => {
        const bank = { ...BANK, domains: [] };
        await replace(SHOP, bank);
        const moved = [
          { ...bank, domains: SHOP.domains },
          { ...SHOP, domains: [] },
        ];
        await replace(...moved);
        expect((await one.read()).tenants).toEqual(moved);
      });
    });

    describe('changes', () => {
      test('return the decision about the stored configuration', async () => {
        await replace(SHOP);
        const seen = await one.change((stored) => ({ replace: [], result: stored }));
        expect(seen).toEqual({ revision: 1, tenants: [SHOP] });
      });

      test('that replace nothing keep the revision', async () => {
        expect(await one.change(() => ({ replace: [], result: 'seen' }))).toBe('seen');
        expect(await one.revision()).toBe(0);
      });

      test('that throw change nothing', async () => {
        await replace(SHOP);
        const refusal = one.change(() => {
          throw new Error('no');
        });
        await expect(refusal).rejects.toThrow('no');
        expect(await one.read()).toEqual({ revision: 1, tenants: [SHOP] });
      });

      test('that give one issuer to two tenants change nothing', async () => {
        await replace(SHOP);
        const renamed = { ...SHOP, name: 'Other' };
        const thief = { ...SHOP, id: 'thief' };
        await expect(replace(renamed, thief)).rejects.toThrow(
          'domain https://login.example.com belongs to another tenant',
        );
        expect(await one.read()).toEqual({ revision: 1, tenants: [SHOP] });
      });

      test('of one application see no other one, and keep all others', async () => {
        await replace(BANK, SHOP);
        const [first, second] = BANK.applications;
        if (first === undefined || second === undefined) throw new Error('two are needed');
        const name = { tenantId: 'bank', clientId: first.clientId };
        const seen: unknown[] = [];
        const write = (applications: StoredTenant['applications'], of = name) =>
          one.change((stored) => {
            seen.push(stored);
            return { replace: [{ ...BANK, applications }], result: undefined };
          }, of);

        await write([{ ...first, name: 'Renamed' }]);
        expect(seen[0]).toEqual({ revision: 1, tenants: [{ ...BANK, applications: [first] }] });
        const renamed = [{ ...first, name: 'Renamed' }, second];
        expect(await last().read()).toEqual({
          revision: 2,
          tenants: [{ ...BANK, applications: sortedById(renamed) }, SHOP],
        });
        await write([{ ...first, clientId: 'new' }], { ...name, clientId: 'new' });
        await write([]);
        const left = sortedById([second, { ...first, clientId: 'new' }]);
        expect((await last().read()).tenants[0]?.applications).toEqual(left);
        expect(await last().read({ tenantId: 'bank', clientId: 'new' })).toEqual({
          revision: 4,
          tenants: [{ ...BANK, applications: [{ ...first, clientId: 'new' }] }],
        });
        expect((await last().read({ ...name, tenantId: 'none' })).tenants).toEqual([]);
      });

      test('of one tenant see no other one, and take no issuer from it', async () => {
        await replace(SHOP, BANK);
        const scope = { tenantId: 'shop' };
        expect(await last().read(scope)).toEqual({ revision: 1, tenants: [SHOP] });
        const change = (tenant: StoredTenant) =>
          one.change((stored) => ({ replace: [tenant], result: stored.tenants }), scope);
        expect(await change({ ...SHOP, name: 'Renamed' })).toEqual([SHOP]);
        const after = { revision: 2, tenants: [BANK, { ...SHOP, name: 'Renamed' }] };
        expect(await last().read()).toEqual(after);

        const [issuer = ''] = BANK.domains.map(({ issuer }) => issuer);
        await expect(change({ ...SHOP, domains: BANK.domains })).rejects.toThrow(
          /belongs to another tenant$/,
        );
        await expect(change(BANK)).rejects.toThrow('only tenant shop may change');
        expect(await last().read()).toEqual(after);
        expect(await one.ownersOf([issuer, 'https://free.example'], 'shop')).toEqual(
          new Map([[issuer, 'bank']]),
        );
        expect(await one.ownersOf([issuer], 'bank')).toEqual(new Map());
      });

      test('of one application that change something else change nothing', async () => {
        await replace(BANK);
        const name = { tenantId: 'bank', clientId: 'urn:bank:1' };
        const [first] = BANK.applications;
        if (first === undefined) throw new Error('one is needed');
        for (const tenant of [
          { ...BANK, name: 'Other', applications: [first] },
          { ...BANK, applications: [{ ...first, clientId: 'another' }] },
          { ...BANK, webhooks: [], applications: [first] },
        ]) {
          const refused = one.change(() => ({ replace: [tenant], result: undefined }), name);
          await expect(refused).rejects.toThrow('only application urn:bank:1 of tenant bank');
        }
        expect(await one.read()).toEqual({ revision: 1, tenants: [BANK] });
      });

      test('are serialized: each one reads the result of the previous one', async () => {
        await replace({ ...SHOP, name: '' });
        await race(store.replicas, (replica, racer) =>
          replica.change(({ tenants }) => ({
            replace: tenants.map((tenant) => ({ ...tenant, name: `${tenant.name}<${racer}>` })),
            result: undefined,
          })),
        );
        const { revision, tenants } = await one.read();
        expect(revision).toBe(RACERS + 1);
        const racers = Array.from({ length: RACERS }, (_, racer) => `<${racer}>`);
        expect(tenants[0]?.name).toHaveLength(racers.join('').length);
        for (const racer of racers) expect(tenants[0]?.name).toContain(racer);
      });
    });
  });
}

function sortedById(applications: StoredTenant['applications']): StoredTenant['applications'] {
  return applications.toSorted((a, b) => (a.clientId < b.clientId ? -1 : 1));
}
