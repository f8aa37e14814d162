import { memoryConfigurationStore } from '@eid-broker/testing/memory/configuration-store';
import {
  application,
  domain,
  eid,
  SECRET,
  tenant,
  toConfiguration,
  webhook,
} from '@eid-broker/testing/sample-configuration';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { systemVault } from '../../../src/adapters/system/vault.ts';
import { mapEidSecretsOf } from '../../../src/config/file/map-eid-secrets.ts';
import type { Acr } from '../../../src/domain/acr.ts';
import {
  clientSecretContext,
  type StoredEid,
  type StoredTenant,
} from '../../../src/domain/configuration.ts';
import { webhookSecretsContext } from '../../../src/domain/webhook.ts';
import {
  type ApplyConfiguration,
  makeApplyConfiguration,
} from '../../../src/management/configuration/apply-configuration.ts';
import type { Plan } from '../../../src/management/configuration/plan.ts';
import {
  type CertificateFaults,
  UnfitCertificates,
} from '../../../src/management/eids/unfit-certificates.ts';
import type { ConfigurationStore } from '../../../src/ports/configuration.ts';

const oldKey = new Uint8Array(32).fill(1);
const newKey = new Uint8Array(32).fill(2);
const vault = systemVault([oldKey]);
const mapEidSecrets = mapEidSecretsOf([]);
const demo = { secrets: { some: 'demo-secret' }, publicKeys: [], eids: [] };

let configurationStore: ConfigurationStore;
let apply: ApplyConfiguration;
beforeEach(() => {
  configurationStore = memoryConfigurationStore();
  apply = makeApplyConfiguration({ configurationStore, vault, mapEidSecrets, demo });
});

async function changes(...tenants: Parameters<typeof toConfiguration>): Promise<string[]> {
  return namesIn(await apply(toConfiguration(...tenants), { allowRemove: true }));
}

/** `tenant shop: change eid xx-paper: acrValues`. */
function namesIn({ changes: planned }: Plan): string[] {
  return planned.map(({ tenant: tenantId, action, what, id, settings }) => {
    const subject = what === 'tenant' ? '' : ` ${what} ${id}`;
    const names = action === 'change' ? `: ${settings.map(({ name }) => name).join(', ')}` : '';
    return `tenant ${tenantId}: ${action}${subject}${names}`;
  });
}

async function stored(id = 'shop') {
  const { tenants } = await configurationStore.read();
  return tenants.find((one) => one.id === id);
}

describe('the application of a configuration', () => {
  test('creates missing rows', async () => {
    expect(await changes(tenant())).toEqual([
      'tenant shop: create',
      'tenant shop: create domain https://login.example.com',
      'tenant shop: create eid xx-paper',
      'tenant shop: create application web',
    ]);
  });

  test('changes nothing the second time', async () => {
    await changes(tenant());
    const before = await configurationStore.read();

    expect(await changes(tenant())).toEqual([]);
    expect(await configurationStore.read()).toEqual(before);
  });

  test('reports changed settings', async () => {
    await changes(tenant());
    const after = tenant({
      name: 'Shop & Co',
      domains: [domain({ environment: 'test', singleSignOn: 3600 })],
      eids: [eid({ settings: { url: 'https://other.example', key: 'hunter3' } })],
      applications: [
        application({
          redirectUris: ['https://x.example/cb'],
          responseModes: ['json'],
          jwksUri: 'https://x.example/jwks',
          requirePkce: true,
        }),
      ],
    });

    expect(await changes(after)).toEqual([
      'tenant shop: change: name',
      'tenant shop: change domain https://login.example.com: environment, singleSignOnSeconds',
      'tenant shop: change eid xx-paper: settings.key, settings.url',
      'tenant shop: change application web: jwksUri, redirectUris, requirePkce, responseModes',
    ]);
    expect(await changes(after)).toEqual([]);
  });

  test('reports changed acr values of an eID', async () => {
    const acrValues = ['urn:grn:authn:xx:paper' as Acr];
    await changes(tenant());
    const after = tenant({ eids: [eid({ acrValues })] });
    expect(await changes(after)).toEqual(['tenant shop: change eid xx-paper: acrValues']);
    expect(await stored()).toMatchObject({ eids: [{ eid: 'xx-paper', acrValues }] });
    expect(await changes(after)).toEqual([]);
  });

  test('seals the secrets of a webhook for another URL', async () => {
    const url = 'https://new.example/events';
    await changes(tenant({ webhooks: [webhook()] }));
    expect(await changes(tenant({ webhooks: [webhook({ url })] }))).toEqual([
      'tenant shop: change webhook billing: url',
    ]);
    const [stored] = (await configurationStore.read()).tenants[0]?.webhooks ?? [];
    const context = webhookSecretsContext('shop', { id: 'billing', url });
    expect(JSON.parse(vault.open(stored!.sealedSecrets, context))).toEqual(webhook().secrets);
  });

  test('reports changed settings of a webhook', async () => {
    const withWebhooks = (...webhooks: readonly ReturnType<typeof webhook>[]) =>
      tenant({ webhooks });
    await changes(tenant());
    expect(await changes(withWebhooks(webhook()))).toEqual(['tenant shop: create webhook billing']);
    expect(await changes(withWebhooks(webhook()))).toEqual([]);
    const other = { url: 'https://other.example.com', secrets: ['whsec_1', 'whsec_2'] };
    expect(await changes(withWebhooks(webhook(other)))).toEqual([
      'tenant shop: change webhook billing: secrets, url',
    ]);
    expect(JSON.stringify(await stored())).not.toContain('whsec_');
    expect(await changes(tenant())).toEqual(['tenant shop: remove webhook billing']);
  });

  test('removes the members that a named tenant no longer lists', async () => {
    await changes(tenant());

    expect(await changes(tenant({ domains: [], eids: [], applications: [] }))).toEqual([
      'tenant shop: remove domain https://login.example.com',
      'tenant shop: remove eid xx-paper',
      'tenant shop: remove application web',
    ]);
    expect(await stored()).toMatchObject({ domains: [], eids: [], applications: [] });
  });

  test('does not change tenants that are not named', async () => {
    await changes(tenant());
    const other = tenant({ id: 'bank', domains: [] });

    await changes(other);

    expect(await stored('shop')).toMatchObject({ applications: [{ clientId: 'web' }] });
    expect(await changes()).toEqual([]);
  });

  test('detects another order of eIDs, and of nothing else', async () => {
    const [one, two] = [eid(), eid({ eid: 'xx-stone' })];
    const [web, spa] = [application(), application({ clientId: 'spa' })];
    await changes(tenant({ eids: [one, two], applications: [web, spa] }));

    expect(await changes(tenant({ eids: [one, two], applications: [spa, web] }))).toEqual([]);
    expect(await changes(tenant({ eids: [two, one], applications: [web, spa] }))).toEqual([
      'tenant shop: change: order of eids',
    ]);
  });

  test('reports the same and writes nothing in a dry run', async () => {
    const dry = await apply(toConfiguration(tenant()), { dryRun: true });

    expect(await configurationStore.read()).toEqual({ revision: 0, tenants: [] });
    expect(await apply(toConfiguration(tenant()))).toEqual(dry);
  });

  test('lets an issuer move between two named tenants', async () => {
    const domains = tenant().domains;
    await changes(tenant(), tenant({ id: 'bank', domains: [] }));

    expect(await changes(tenant({ domains: [] }), tenant({ id: 'bank', domains }))).toEqual([
      'tenant shop: remove domain https://login.example.com',
      'tenant bank: create domain https://login.example.com',
    ]);
  });

  test('refuses an issuer of a tenant that is not named', async () => {
    await changes(tenant());

    await expect(changes(tenant({ id: 'bank' }))).rejects.toThrow(
      'tenant bank: https://login.example.com belongs to another tenant',
    );
    expect(await stored('bank')).toBeUndefined();
  });

  test('refuses demo material on a production domain', async () => {
    const secrets = [{ value: 'demo-secret', expiresAt: undefined }];
    const demoTenant = tenant({ applications: [application({ secrets })] });

    await expect(changes(demoTenant)).rejects.toThrow(
      'tenant shop, application web: the demo secret demo-secret must not serve a production domain',
    );
    expect(await stored()).toBeUndefined();
  });
});

describe('secrets', () => {
  const other = `${SECRET}-2`;
  const expiresAt = new Date('2027-01-01T00:00:00Z');

  test('are stored as hashes and encrypted texts only', async () => {
    await changes(tenant());
    const text = JSON.stringify(await configurationStore.read());

    expect(text).not.toContain(SECRET);
    expect(text).not.toContain('hunter2');
    const [web] = (await stored())?.applications ?? [];
    const hash = web?.secrets[0]?.hash ?? '';
    expect(vault.matches(SECRET, hash, clientSecretContext('shop', 'web'))).toBe(true);
  });

  test('change only with another value or another time of expiry', async () => {
    const withSecrets = (...secrets: { value: string; expiresAt: Date | undefined }[]) =>
      tenant({ applications: [application({ secrets })] });
    const unlimited = { value: SECRET, expiresAt: undefined };
    const ending = { value: SECRET, expiresAt };
    const next = { value: other, expiresAt: undefined };
    const change = ['tenant shop: change application web: secrets'];
    await changes(withSecrets(unlimited));

    expect(await changes(withSecrets(ending))).toEqual(change);
    expect(await changes(withSecrets(ending))).toEqual([]);
    expect(await changes(withSecrets(ending, next))).toEqual(change);
    expect(await changes(withSecrets(next, ending))).toEqual([]);
    expect(await changes(withSecrets(next))).toEqual(change);
  });

  test('are renewed once under a new key-encryption key', async () => {
    await changes(tenant());
    apply = makeApplyConfiguration({
      configurationStore,
      mapEidSecrets,
      vault: systemVault([newKey, oldKey]),
      demo,
    });

    expect(await changes(tenant())).toEqual([
      'tenant shop: change eid xx-paper: encryption',
      'tenant shop: change application web: secrets',
    ]);
    expect(await changes(tenant())).toEqual([]);

    apply = makeApplyConfiguration({
      configurationStore,
      mapEidSecrets,
      vault: systemVault([newKey]),
      demo,
    });
    expect(await changes(tenant())).toEqual([]);
  });

  test('are not sealed again under a wrong key-encryption key, not even in a dry run', async () => {
    await changes(tenant());
    const before = await configurationStore.read();
    apply = makeApplyConfiguration({
      configurationStore,
      mapEidSecrets,
      vault: systemVault([newKey]),
      demo,
    });

    const message =
      'what is stored was sealed with another key-encryption key: nothing of it opens with KEY_ENCRYPTION_KEY';
    await expect(apply(toConfiguration(tenant()))).rejects.toThrow(message);
    await expect(apply(toConfiguration(tenant()), { dryRun: true })).rejects.toThrow(message);
    await expect(apply(toConfiguration(tenant({ id: 'other', domains: [] })))).rejects.toThrow(
      message,
    );
    expect(await configurationStore.read()).toEqual(before);
  });

  test('are sealed again when some of them do not open', async () => {
    await changes(tenant());
    const [{ eids, ...rest }] = (await configurationStore.read()).tenants as [StoredTenant];
    const [first] = eids as [StoredEid];
    const broken = { ...first, eid: 'xx-stone' };
    const result = undefined;
    await configurationStore.change(() => ({
      replace: [{ ...rest, eids: [first, broken] }],
      result,
    }));

    expect(await changes(tenant({ eids: [eid(), eid({ eid: 'xx-stone' })] }))).toEqual([
      'tenant shop: change eid xx-stone: settings.key, settings.url',
    ]);
  });
});

describe('a certificate that could not serve', () => {
  const expired = eid({ settings: { certificate: 'expired' } });
  const fault = { path: 'certificate', message: 'has expired' };
  const certificateFaults: CertificateFaults = (_eid, settings) =>
    settings.certificate === 'expired' ? [fault] : [];
  const checked = () =>
    makeApplyConfiguration({ configurationStore, vault, mapEidSecrets, demo, certificateFaults });

  test('is refused with its place, and nothing is written', async () => {
    const declared = toConfiguration(tenant({ eids: [expired] }));
    const refused = await checked()(declared).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UnfitCertificates);
    expect(refused).toMatchObject({
      message: 'tenant shop, eid xx-paper: settings.certificate has expired',
      problems: [{ path: 'eids[0].settings.certificate', message: 'has expired' }],
    });
    await expect(checked()(declared, { dryRun: true })).rejects.toThrow('has expired');
    expect(await stored()).toBeUndefined();
  });

  test('and is stored already keeps no other change away', async () => {
    await changes(tenant({ eids: [expired] }));
    const { changes: planned } = await checked()(
      toConfiguration(tenant({ name: 'Another name', eids: [expired] })),
    );
    expect(planned.map(({ what }) => what)).toEqual(['tenant']);
  });
});
