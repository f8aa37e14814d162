import { memoryConfigurationStore } from '@eid-broker/testing/memory/configuration-store';
import {
  application,
  domain,
  eid,
  tenant,
  toConfiguration,
} from '@eid-broker/testing/sample-configuration';
import { sampleClaim, sampleOffer, sampleVariant } from '@eid-broker/testing/sample-offers';
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  type CachedConfiguration,
  cachedConfiguration,
} from '../../../src/adapters/configuration/configuration.ts';
import type { OpenableEid } from '../../../src/adapters/configuration/tenant-eid.ts';
import { systemVault } from '../../../src/adapters/system/vault.ts';
import { mapEidSecretsOf } from '../../../src/config/file/map-eid-secrets.ts';
import type { Acr } from '../../../src/domain/acr.ts';
import { eidCatalogue, type Restriction } from '../../../src/domain/eid-offer.ts';
import type { JsonObject } from '../../../src/domain/json.ts';
import { DEFAULT_LIMITS } from '../../../src/domain/tenant.ts';
import { makeApplyConfiguration } from '../../../src/management/configuration/apply-configuration.ts';
import type { Configuration, ConfigurationStore } from '../../../src/ports/configuration.ts';
import type { OrderEid } from '../../../src/ports/eid.ts';
import type { Log } from '../../../src/ports/log.ts';

const LOGIN = 'https://login.example.com';
const TEST = 'http://localhost:3000';
const ACR = 'urn:grn:authn:xx:paper' as Acr;
const FOLDED = 'urn:grn:authn:xx:paper:folded' as Acr;
const STONE = 'urn:grn:authn:xx:stone' as Acr;

const EXPIRES_AT = new Date('2027-01-01T00:00:00Z');

const vault = systemVault([new Uint8Array(32).fill(1)]);
const domains = [
  domain({ issuer: LOGIN }),
  domain({ issuer: TEST, environment: 'test', singleSignOn: 3600 }),
];

let store: ConfigurationStore;
let now: Date;
let opened: unknown[];
let closed: string[];
let logged: string[];
let reads: { revision: number; read: number };
let isDown: boolean;
let configurationSource: CachedConfiguration;
beforeEach(() => {
  store = memoryConfigurationStore();
  now = new Date('2026-11-20T12:00:00Z');
  opened = [];
  closed = [];
  logged = [];
  reads = { revision: 0, read: 0 };
  isDown = false;
  configurationSource = open();
});

function open(eids: readonly OpenableEid[] = [paper, stone]): CachedConfiguration {
  const clock = () => now;
  return cachedConfiguration({
    configurationStore: counted(),
    vault,
    eids,
    catalogue: eidCatalogue(eids.map(({ offer }) => offer)),
    clock,
    newId: () => 'unused',
    log,
    guard: ({ order }, { tenantId, environment }) => ({
      order: order && {
        ...order,
        firstHintCode: `${order.firstHintCode} of ${tenantId} (${environment})`,
      },
    }),
  });
}

/** The store, with a count of its reads; it throws while `isDown`. */
function counted(): ConfigurationStore {
  const reach = () => {
    if (isDown) throw new Error('out of reach');
  };
  return {
    renewMacs: () => store.renewMacs(),
    async revision() {
      reads.revision += 1;
      reach();
      return store.revision();
    },
    async read() {
      reads.read += 1;
      reach();
      return store.read();
    },
    changesSince: (revision) => store.changesSince(revision),
    ownersOf: (issuers, tenantId) => store.ownersOf(issuers, tenantId),
    change: store.change,
  };
}

const log: Log = {
  info: (event) => logged.push(`info ${event}`),
  warn: (event) => logged.push(`warn ${event}`),
  error: (event, facts) => logged.push(`error ${event} ${facts?.eid}`),
};

const paper: OpenableEid = {
  offer: sampleOffer({
    name: 'xx-paper',
    variants: [sampleVariant(ACR), sampleVariant(FOLDED, { device: 'other', startsAtOnce: true })],
    claims: [sampleClaim('name'), sampleClaim('ssn')],
    scopes: ['ssn'],
  }),
  open: openAs('Paper'),
};
const stone: OpenableEid = {
  offer: sampleOffer({
    name: 'xx-stone',
    variants: [sampleVariant(STONE)],
    claims: [sampleClaim('name'), sampleClaim('weight')],
    scopes: ['weight', 'ssn'],
  }),
  open: openAs('Stone'),
};

function openAs(name: string): OpenableEid['open'] {
  return (settings) => {
    if ((settings as { broken?: boolean }).broken === true) throw new Error('broken');
    opened.push(settings);
    const unused = () => {
      throw new Error('not a part of this test');
    };
    const order: OrderEid = {
      kind: 'order',
      firstHintCode: name,
      start: unused,
      collect: unused,
      cancel: unused,
      launchData: unused,
      isOpened: unused,
      texts: unused,
      certificates: () => [{ use: 'client', name, expiresAt: EXPIRES_AT }],
      close: async () => void closed.push(JSON.stringify(settings)),
    };
    return { order };
  };
}

async function apply(...tenants: Parameters<typeof toConfiguration>): Promise<void> {
  const demo = { secrets: [], publicKeys: [], eids: [] };
  await makeApplyConfiguration({
    mapEidSecrets: mapEidSecretsOf([]),
    configurationStore: store,
    vault,
    demo,
  })(toConfiguration(...tenants), { allowRemove: true });
}

/** Stores other sealed settings for the eID. */
async function replaceSettings(name: string, sealedSettings: Uint8Array): Promise<void> {
  await store.change(({ tenants }) => ({
    replace: tenants.map((one) => ({
      ...one,
      eids: one.eids.map((each) => (each.eid === name ? { ...each, sealedSettings } : each)),
    })),
    result: undefined,
  }));
}

function later(seconds: number): void {
  now = new Date(now.getTime() + seconds * 1000);
}

function domainAt(configuration: Configuration, host: string) {
  const domain = configuration.domainOf(host);
  if (domain === undefined) throw new Error(`no domain at ${host}`);
  return domain;
}

describe('a configuration', () => {
  test('finds domains by host and port, in any case', async () => {
    await apply(tenant({ domains }));
    const configuration = await configurationSource.current();

    expect(configuration.domainOf('login.example.com')).toEqual({
      tenantId: 'shop',
      issuer: LOGIN,
      environment: 'production',
      singleSignOn: undefined,
      limits: DEFAULT_LIMITS,
      acrValues: [ACR, FOLDED],
    });
    expect(configuration.domainOf('LOCALHOST:3000')).toMatchObject({
      issuer: TEST,
      environment: 'test',
      singleSignOn: 3600,
      limits: DEFAULT_LIMITS,
    });
    expect(configuration.domainOf('localhost')).toBeUndefined();
    expect(configuration.domainOf('evil.example.com')).toBeUndefined();
    expect(configuration.domains.map(({ issuer }) => issuer).sort()).toEqual([TEST, LOGIN]);
  });

  test("finds applications of the domain's tenant, on their issuers", async () => {
    const onlyTest = application({ clientId: 'only-test', issuers: [TEST] });
    const other = domain({ issuer: 'https://other.example.com', environment: 'test' });
    await apply(
      tenant({ domains, applications: [application(), onlyTest] }),
      tenant({ id: 'other', domains: [other], applications: [] }),
    );
    const configuration = await configurationSource.current();
    const login = domainAt(configuration, 'login.example.com');
    const test = domainAt(configuration, 'localhost:3000');

    expect(configuration.application(login, 'web')).toMatchObject({ name: 'Web shop' });
    expect(configuration.application(login, 'only-test')).toBeUndefined();
    expect(configuration.application(test, 'only-test')).toMatchObject({ issuers: [TEST] });
    expect(configuration.application(login, 'nobody')).toBeUndefined();
    const listed = [login, test].map((at) => configuration.applications(at));
    expect(listed.map((all) => all.map(({ clientId }) => clientId))).toEqual([
      ['web'],
      ['only-test', 'web'],
    ]);
    const elsewhere = domainAt(configuration, 'other.example.com');
    expect(configuration.application(elsewhere, 'web')).toBeUndefined();
  });

  test('offers the eIDs of the tenant that serve the environment, in order', async () => {
    const eids = [eid({ eid: 'xx-stone', environment: 'test' }), eid()];
    await apply(tenant({ domains, eids }));
    const configuration = await configurationSource.current();
    const login = domainAt(configuration, 'login.example.com');
    const test = domainAt(configuration, 'localhost:3000');

    expect(login.acrValues).toEqual([ACR, FOLDED]);
    expect(test.acrValues).toEqual([STONE, ACR, FOLDED]);
    expect(configuration.claimNames(login)).toEqual(['name', 'ssn']);
    expect(configuration.claimNames(test)).toEqual(['name', 'weight', 'ssn']);
    expect(configuration.scopes(login)).toEqual(['ssn']);
    expect(configuration.scopes(test)).toEqual(['weight', 'ssn']);
    expect(configuration.eid(LOGIN, STONE)).toBeUndefined();
    expect(configuration.eid('https://nowhere.example', ACR)).toBeUndefined();
    expect(configuration.eid(TEST, STONE)?.opened.order?.firstHintCode).toBe(
      'Stone of shop (test)',
    );
    expect(configuration.eid(TEST, FOLDED)?.variant).toEqual(
      sampleVariant(FOLDED, { device: 'other', startsAtOnce: true }),
    );
  });

  test('offers a restricted eID where it may be offered alone', async () => {
    const [gold, mud] = ['urn:grn:authn:xx:gold' as Acr, 'urn:grn:authn:xx:mud' as Acr];
    const offerOf = (name: string, acr: Acr, restriction: Restriction) =>
      sampleOffer({ name, variants: [sampleVariant(acr)], restriction });
    const source = open([
      { offer: offerOf('xx-gold', gold, 'test-domains'), open: openAs('Gold') },
      { offer: offerOf('xx-mud', mud, 'unverified'), open: openAs('Mud') },
    ]);
    const offeredWith = async (settings: JsonObject) => {
      const eids = [eid({ eid: 'xx-gold', settings }), eid({ eid: 'xx-mud', settings })];
      await apply(tenant({ domains, eids }));
      now = new Date(now.getTime() + 2_000);
      const configuration = await source.current();
      expect(configuration.eid(LOGIN, gold)).toBeUndefined();
      return [LOGIN, TEST].map((issuer) => configuration.domainOf(new URL(issuer).host)?.acrValues);
    };
    expect(await offeredWith({})).toEqual([[], [gold, mud]]);
    expect(await offeredWith({ acceptUnverified: true })).toEqual([[mud], [gold, mud]]);
  });

  test('offers the acr values that the tenant chose, in its order, and no others', async () => {
    const chosen = [STONE, FOLDED, ACR];
    const eids = [
      eid({ environment: 'test', acrValues: [FOLDED] }),
      eid({ environment: 'production', acrValues: chosen.slice(1) }),
    ];
    await apply(tenant({ domains, eids }));
    const configuration = await configurationSource.current();

    expect(domainAt(configuration, 'localhost:3000').acrValues).toEqual([FOLDED]);
    expect(domainAt(configuration, 'login.example.com').acrValues).toEqual([FOLDED, ACR]);
    expect(configuration.eid(TEST, ACR)).toBeUndefined();
    expect(configuration.eid(TEST, FOLDED)?.variant.acr).toBe(FOLDED);
  });

  test('follows a change of the acr values that are offered', async () => {
    await apply(tenant());
    await configurationSource.current();
    await apply(tenant({ eids: [eid({ acrValues: [FOLDED] })] }));
    later(2);
    const configuration = await configurationSource.current();
    expect(domainAt(configuration, 'login.example.com').acrValues).toEqual([FOLDED]);
  });

  test('opens each eID once, when it is first used', async () => {
    await apply(tenant({ domains }));
    const configuration = await configurationSource.current();
    expect(opened).toEqual([]);

    const one = configuration.eid(LOGIN, ACR);
    const other = configuration.eid(TEST, FOLDED);

    expect(one?.opened).toBeDefined();
    expect(one?.opened).toBe(other?.opened);
    expect(opened).toEqual([{ url: 'https://paper.example', key: 'hunter2' }]);
  });
});

describe('an eID that cannot be opened', () => {
  test('is the only one missing when its key is lost', async () => {
    await apply(tenant({ eids: [eid(), eid({ eid: 'xx-stone' })] }));
    const sealed = systemVault([new Uint8Array(32).fill(9)]).seal('{}', 'elsewhere');
    await replaceSettings('xx-paper', sealed);
    const configuration = await configurationSource.current();

    expect(domainAt(configuration, 'login.example.com').acrValues).toEqual([STONE]);
    expect(configuration.eid(LOGIN, ACR)).toBeUndefined();
    expect(configuration.eid(LOGIN, STONE)?.opened.order?.firstHintCode).toBe(
      'Stone of shop (both)',
    );
    expect(logged).toEqual(['error eid.open_failed xx-paper']);
  });

  test('is the only one missing, and is logged once, when its settings are unusable', async () => {
    await apply(tenant({ eids: [eid({ settings: { broken: true } }), eid({ eid: 'xx-stone' })] }));
    const configuration = await configurationSource.current();

    expect(configuration.eid(LOGIN, ACR)).toBeUndefined();
    expect(configuration.eid(LOGIN, FOLDED)).toBeUndefined();
    expect(configuration.eid(LOGIN, STONE)?.opened.order?.firstHintCode).toBe(
      'Stone of shop (both)',
    );
    expect(logged).toEqual(['error eid.open_failed xx-paper']);
  });

  test('is the only one missing when this release does not support it', async () => {
    await apply(tenant({ eids: [eid({ eid: 'xx-future' }), eid()] }));
    const configuration = await configurationSource.current();

    expect(domainAt(configuration, 'login.example.com').acrValues).toEqual([ACR, FOLDED]);
    expect(logged).toEqual(['error eid.unknown xx-future']);
  });
});

describe('a configuration that changes', () => {
  test('is read when the revision grew, and the revision at most every two seconds', async () => {
    await apply(tenant());
    const first = await configurationSource.current();
    later(1.999);
    expect(await configurationSource.current()).toBe(first);
    expect(reads).toEqual({ revision: 0, read: 1 });

    later(0.001);
    expect(await configurationSource.current()).toBe(first);
    expect(await configurationSource.current()).toBe(first);
    expect(reads).toEqual({ revision: 1, read: 1 });

    await apply(tenant({ applications: [] }));
    expect(await configurationSource.current()).toBe(first);
    later(2);
    const second = await configurationSource.current();
    expect(second).not.toBe(first);
    expect(second.application(domainAt(second, 'login.example.com'), 'web')).toBeUndefined();
    expect(reads).toEqual({ revision: 2, read: 2 });
  });

  test('is not read again when only applications changed', async () => {
    await apply(tenant({ applications: ['a', 'b'].map((clientId) => application({ clientId })) }));
    const [domain] = (await configurationSource.current()).domains;
    if (domain === undefined) throw new Error('a domain is needed');
    const change = (clientId: string, name?: string) =>
      store.change(
        ({ tenants }) => ({
          replace: tenants.map((one) => ({
            ...one,
            applications:
              name === undefined ? [] : [{ ...application({ clientId, name }), secrets: [] }],
          })),
          result: undefined,
        }),
        { tenantId: domain.tenantId, clientId },
      );
    await change('b', 'Second');
    await change('c', 'Third');
    await change('a');
    later(2);
    const names = (await configurationSource.current())
      .applications(domain)
      .map(({ name }) => name);
    expect(names).toEqual(['Second', 'Third']);
    expect(reads).toEqual({ revision: 1, read: 1 });
  });

  test('is read once for many callers', async () => {
    await apply(tenant());

    const all = await Promise.all(Array.from({ length: 25 }, () => configurationSource.current()));

    expect(new Set(all).size).toBe(1);
    expect(reads).toEqual({ revision: 0, read: 1 });
  });

  test('is read at once after a notification, while callers get the previous one', async () => {
    await apply(tenant());
    const first = await configurationSource.current();
    await apply(tenant({ applications: [] }));
    configurationSource.refresh();
    expect(await configurationSource.current()).toBe(first);
    await settled();
    expect(await configurationSource.current()).not.toBe(first);
    expect(reads).toEqual({ revision: 1, read: 2 });
  });

  test('is read once more when a notification comes during a read', async () => {
    await apply(tenant());
    await configurationSource.current();
    configurationSource.refresh();
    configurationSource.refresh();
    await settled();
    await configurationSource.current();
    expect(reads).toEqual({ revision: 2, read: 1 });
  });

  test('keeps an unchanged eID open', async () => {
    await apply(tenant());
    const before = (await configurationSource.current()).eid(LOGIN, ACR);
    await apply(tenant({ name: 'Other' }));
    later(2);
    const after = (await configurationSource.current()).eid(LOGIN, ACR);
    expect(after?.opened).toBe(before?.opened);

    await apply(tenant({ eids: [eid({ settings: { url: 'https://new.example' } })] }));
    later(2);
    const changed = (await configurationSource.current()).eid(LOGIN, ACR);
    expect(changed?.opened).not.toBe(before?.opened);
    expect(opened).toHaveLength(2);
  });
});

describe('an opened eID', () => {
  const PAPER = JSON.stringify({ url: 'https://paper.example', key: 'hunter2' });

  test('is closed after its settings changed, as soon as no request can use it', async () => {
    await apply(tenant());
    (await configurationSource.current()).eid(LOGIN, ACR);
    await apply(tenant({ eids: [eid({ settings: { url: 'https://new.example' } })] }));
    later(2);
    (await configurationSource.current()).eid(LOGIN, ACR);
    later(29);
    await configurationSource.current();
    expect(closed).toEqual([]);
    later(2);
    await configurationSource.current();
    expect(closed).toEqual([PAPER]);
    later(60);
    await configurationSource.current();
    expect(closed).toEqual([PAPER]);
  });

  test('is closed with the configuration', async () => {
    await apply(tenant({ eids: [eid(), eid({ eid: 'xx-stone' })] }));
    (await configurationSource.current()).eid(LOGIN, ACR);
    await configurationSource.close();
    expect(closed).toEqual([PAPER]);
  });
});

test('the certificates of every eID in force are reported, also of an eID without a login', async () => {
  await apply(tenant({ eids: [eid(), eid({ eid: 'xx-stone', environment: 'test' })] }));
  expect(await configurationSource.certificates()).toEqual([
    {
      tenantId: 'shop',
      eid: 'xx-paper',
      environment: 'both',
      use: 'client',
      name: 'Paper',
      expiresAt: EXPIRES_AT,
    },
    {
      tenantId: 'shop',
      eid: 'xx-stone',
      environment: 'test',
      use: 'client',
      name: 'Stone',
      expiresAt: EXPIRES_AT,
    },
  ]);
});

describe('while the store is unavailable', () => {
  test('the last configuration stays in force, and the outage is logged once', async () => {
    await apply(tenant());
    const first = await configurationSource.current();
    isDown = true;
    for (let authentication = 0; authentication < 3; authentication += 1) {
      later(2);
      expect(await configurationSource.current()).toBe(first);
      // Once the outage is known, no caller waits for the store.
      await settled();
    }
    expect(reads.revision).toBe(3);
    expect(logged).toEqual(['warn configuration.stale']);

    isDown = false;
    later(2);
    expect(await configurationSource.current()).toBe(first);
    await settled();
    expect(logged).toEqual(['warn configuration.stale', 'info configuration.refreshed']);
  });

  test('a replica without a configuration throws until the store is back', async () => {
    await apply(tenant());
    isDown = true;
    await expect(configurationSource.current()).rejects.toThrow('out of reach');

    isDown = false;
    expect((await configurationSource.current()).domainOf('login.example.com')?.issuer).toBe(LOGIN);
  });
});

/** Resolves after all pending work. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
