import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';

import { describe, expect, test } from '@jest/globals';
import { certificateWords } from '../src/components/certificate-words.ts';
import { firstTenant } from '../src/components/last-tenant.ts';
import { needsSecret, newSecret } from '../src/screens/applications/new-secret.ts';
import { releasedWords } from '../src/screens/applications/released-words.ts';
import { auditedPlan } from '../src/screens/audit/audited-plan.ts';
import { pageWords } from '../src/screens/branding/page-words.ts';
import { revisionChanges } from '../src/screens/changes/revision-changes.ts';
import {
  clientCertificateIn,
  hasClientCertificate,
  withClientCertificate,
} from '../src/screens/eids/certificate-settings.ts';
import { eidKeysOf } from '../src/screens/eids/eid-key-of.ts';
import { replacedAt } from '../src/screens/expiry/replaced-at.ts';
import { daysUntil, urgencyOf } from '../src/screens/expiry/urgency.ts';
import { distinctTitle, idOf } from '../src/screens/start/names.ts';
import { firstSteps, productionItems } from '../src/screens/start/start-items.ts';
import { csvOf } from '../src/screens/usage/csv.ts';
import { monthOf } from '../src/screens/usage/month-of.ts';

describe('the checklists', () => {
  const nothing = {
    domains: [],
    eids: [],
    applications: [],
    webhooks: [],
    logins: 0,
    expiry: [],
    branding: {},
    administrators: undefined,
    now: Date.parse('2026-11-22T00:00:00Z'),
  };

  test('begin with everything open', () => {
    expect(firstSteps(nothing).map(({ done }) => done)).toEqual([false, false, false, false]);
  });

  test('are judged by what is stored', () => {
    const items = productionItems({
      ...nothing,
      domains: [{ environment: 'production' }],
      applications: [{ clientId: 'shop', flows: ['pkce'] }],
      expiry: [{ expiresAt: '2026-12-01T00:00:00Z' }],
    });
    expect(items.filter(({ done }) => done).map(({ title }) => title)).toEqual([
      'A production domain',
    ]);
    expect(items[2]?.words).toBe('Without one: shop.');
  });

  test.each([
    [undefined, undefined],
    [1, false],
    [2, true],
  ])('count the administrators that the caller may see: %s', (count, done) => {
    const administrators = count === undefined ? count : Array.from({ length: count }, () => ({}));
    const items = productionItems({ ...nothing, administrators });
    expect(items.find(({ title }) => title === 'A second administrator')?.done).toBe(done);
  });
});

test('a claim says when it is released', () => {
  const words = (['always', 'sometimes', 'on-request', 'not-granted'] as const).map((released) =>
    releasedWords({ released, scope: 'ssn' }),
  );
  expect(words).toEqual([
    'always',
    'where the eID has it',
    'when the request has the scope ssn',
    'never: grant the scope ssn first',
  ]);
});

test('an id is made from a name', () => {
  expect(['Åsas Söner AB', ' --x--', '日本'].map(idOf)).toEqual(['asas-soner-ab', 'x', '']);
});

test('what expires is red in its last week, amber in its last month', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  const days = ['2026-11-22T11:00:00Z', '2026-11-29T11:00:00Z', '2026-12-20T12:00:00Z'];
  expect(days.map((day) => daysUntil(day, now))).toEqual([-1, 6, 28]);
  expect([-1, 6, 7, 29, 30].map(urgencyOf)).toEqual(['bad', 'bad', 'warn', 'warn', 'good']);
});

test('what expires leads to the screen where it is replaced', () => {
  const placeOf = (kind: string, id: string) => replacedAt({ kind, id });
  expect(placeOf('certificate', 'se-bankid (test)')).toEqual({
    screen: 'eids',
    key: 'se-bankid:test',
  });
  expect(placeOf('certificate', 'se-bankid')).toEqual({ screen: 'eids', key: 'se-bankid' });
  expect(placeOf('client-secret', 'web')).toEqual({ screen: 'applications', key: 'web' });
  expect(placeOf('signing-key', 'https://login.example')).toEqual({
    screen: 'domains',
    key: 'login.example',
  });
  expect(placeOf('key-encryption-key', 'x')).toBeUndefined();
});

test('a CSV quotes what it must, and runs no formula in a spreadsheet', () => {
  const rows = [
    { month: '2026-10', name: 'a,"b"', logins: 3 },
    { month: '2026-11', name: '=1+1', logins: -3 },
  ];
  expect(csvOf(rows)).toBe('month,name,logins\r\n2026-10,"a,""b""",3\r\n2026-11,\'=1+1,-3\r\n');
});

describe('a certificate in a plan', () => {
  test('is named by its subject and its end, as every root of the platform', () => {
    const differing = rootCertificates.filter(
      (pem) => certificateWords(pem) !== expectedWords(pem),
    );
    expect(differing).toEqual([]);
    const [first = ''] = rootCertificates;
    expect(certificateWords(`${first}\n${first}\n${first}`)).toBe(
      `${expectedWords(first)}, and 2 more`,
    );
  });

  /** By the platform's own reader. */
  function expectedWords(pem: string): string {
    const { subject, validTo } = new X509Certificate(pem);
    const name = /^CN=(.*)$/m.exec(subject) ?? /^O=(.*)$/m.exec(subject);
    const end = new Date(validTo).toISOString().slice(0, 10);
    return `certificate of ${name?.[1]?.replaceAll(/\\(.)/g, '$1')}, until ${end}`;
  }

  test('that cannot be read says so, and another text is left alone', () => {
    const broken = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
    expect(certificateWords(broken)).toBe('a certificate that cannot be read');
    expect(certificateWords('https://eid.example')).toBeUndefined();
  });
});

test('an eID without its environment is found by its name', () => {
  const eids = [
    { eid: 'a', environment: 'test' },
    { eid: 'a', environment: 'production' },
    { eid: 'b' },
    { eid: 'ab', environment: 'test' },
  ];
  expect(['a', 'b', 'c'].map((name) => eidKeysOf(eids, name))).toEqual([
    ['a:test', 'a:production'],
    ['b'],
    [],
  ]);
});

test('the console begins with the tenant that was used last', () => {
  const tenants = [{ id: 'a' }, { id: 'b' }];
  expect([null, 'b', 'gone'].map((last) => firstTenant(tenants, last)?.id)).toEqual([
    'a',
    'b',
    'a',
  ]);
  expect(firstTenant([], 'a')).toBeUndefined();
});

test('a page of the preview has words; a new one keeps its name until it has', () => {
  expect(['ended-app-unable', 'new-page'].map(pageWords)).toEqual([
    'Ended: the app cannot do it',
    'new-page',
  ]);
});

describe('a chosen certificate', () => {
  const file = (name: string, text: string) => new File([text], name);
  const block = (name: string) => `-----BEGIN ${name}-----\nAAAA\n-----END ${name}-----`;

  test('in PEM gives certificate and key, from one file or two', async () => {
    const files = [
      file('a.pem', `${block('CERTIFICATE')}\n${block('CERTIFICATE')}`),
      file('a.key', block('PRIVATE KEY')),
    ];
    expect(await clientCertificateIn(files, 'open')).toEqual({
      certificate: `${block('CERTIFICATE')}\n${block('CERTIFICATE')}\n`,
      privateKey: `${block('PRIVATE KEY')}\n`,
      passphrase: 'open',
    });
  });

  test('in PKCS#12 is sent in base64', async () => {
    expect(await clientCertificateIn([file('a.P12', 'abc')], '')).toEqual({ pkcs12: 'YWJj' });
  });

  test('of another kind is refused by name', async () => {
    await expect(clientCertificateIn([file('cat.png', 'x')], '')).rejects.toThrow('cat.png');
  });

  test('replaces the old one as a whole', () => {
    const eid = { eid: 'x', settings: { ca: 'c', clientCertificate: { pkcs12: 'old' } } };
    const after = withClientCertificate(eid, { certificate: 'new' });
    expect(after).toEqual({
      eid: 'x',
      settings: { ca: 'c', clientCertificate: { certificate: 'new' } },
    });
    expect([hasClientCertificate(eid), hasClientCertificate({ eid: 'y' })]).toEqual([true, false]);
  });
});

test('a month of usage ends with the first day of the next', () => {
  const month = monthOf(new Date('2026-12-31T23:59:00Z'));
  expect(month).toEqual({ from: '2026-12-01', until: '2027-01-01' });
});

describe('what a revision changed', () => {
  const before = {
    id: 'shop',
    name: 'Shop',
    domains: [{ issuer: 'https://a.example', environment: 'test' }],
    eids: [{ eid: 'se-bankid', environment: 'test', settings: {} }],
    applications: [{ clientId: 'web', name: 'Web', flows: ['pkce'] }],
  };

  test('is each object that differs, with its settings', () => {
    const after = {
      ...before,
      name: 'The shop',
      eids: [...before.eids, { eid: 'se-bankid', environment: 'production', settings: {} }],
      applications: [{ clientId: 'web', name: 'The web', flows: ['pkce'] }],
      domains: [],
    };
    const { changes, totals } = revisionChanges(before, after);
    expect(totals).toEqual({ create: 1, change: 2, remove: 1 });
    expect(changes.map(({ action, what, id }) => `${action} ${what} ${id}`)).toEqual([
      'change tenant shop',
      'remove domain https://a.example',
      'create eid se-bankid production',
      'change application web',
    ]);
    expect(changes[3]?.settings).toEqual([{ name: 'name', before: 'Web', after: 'The web' }]);
  });

  test('is everything when there was nothing before', () => {
    expect(revisionChanges({}, before).totals).toEqual({ create: 4, change: 0, remove: 0 });
    expect(revisionChanges(before, before).changes).toEqual([]);
  });
});

test('eIDs of one title are told apart by their names', () => {
  const eids = [
    { eid: 'no-bankid', title: 'BankID' },
    { eid: 'se-bankid', title: 'BankID' },
    { eid: 'se-freja', title: 'Freja' },
  ];
  expect(eids.map((one) => distinctTitle(one, eids))).toEqual([
    ...['BankID (no-bankid)', 'BankID (se-bankid)', 'Freja'],
  ]);
});

test('an entry of the audit shows the values before and after, or the objects that changed', () => {
  const entry = { tenant: 'shop', object: 'application web shop', outcome: 'done' };
  expect(auditedPlan(entry)).toBeUndefined();
  expect(auditedPlan({ ...entry, before: { name: 'A' }, after: { name: 'B' } })?.changes).toEqual([
    {
      ...{ tenant: 'shop', what: 'application', id: 'web shop', action: 'change' },
      settings: [{ name: 'name', before: 'A', after: 'B' }],
    },
  ]);
  const rotated = { ...entry, object: 'keys of https://login.example', after: { act: 'rotate' } };
  expect(auditedPlan(rotated)).toBeUndefined();
  const changes = [{ tenant: 'shop', action: 'remove', what: 'eid', id: 'mock' }];
  const many = auditedPlan({ ...entry, after: { changes, number: 1 } });
  expect(many?.totals).toEqual({ create: 0, change: 0, remove: 1 });
});

test('an application with a server gets a secret unless it has keys', () => {
  expect(needsSecret({ flows: ['authorization-code'] })).toBe(true);
  expect(needsSecret({ flows: ['headless'], jwksUri: 'https://app.example/keys' })).toBe(false);
  expect(needsSecret({ flows: ['pkce'] })).toBe(false);
  expect(newSecret(crypto)).toMatch(/^[\w-]{43}$/);
});
