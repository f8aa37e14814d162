import { resolve } from 'node:path';

import { describe, expect, test } from '@jest/globals';

import { definedEid, MalformedDefinition } from '../../../src/adapters/eid/operator/defined-eid.ts';
import { importEids } from '../../../src/adapters/eid/operator/import-eids.ts';
import { eidRegistry } from '../../../src/adapters/eid/registry.ts';
import { readEidDefinitions } from '../../../src/config/eid-definitions.ts';
import { LOGIN_CLAIMS, PROTOCOL_CLAIMS } from '../../../src/domain/claims.ts';

const FILE = resolve('docs/examples/own-eids/xx-defined.yaml');
const [EXAMPLE] = readEidDefinitions([FILE]);
type Content = { offer: Record<string, unknown>; [member: string]: unknown };
const content = EXAMPLE?.content as Content;

/** The definition with another value at a path such as `offer.name`. */
function changed(path: string, value: unknown) {
  const [member = '', of] = path.split('.');
  const at = of === undefined ? value : { ...(content[member] as object), [of]: value };
  return { path: 'some.yaml', content: { ...content, [member]: at } };
}

const LOW = { acr: 'urn:grn:authn:xx:defined:low', level: 'substantial' };
const HIGH = { acr: 'urn:grn:authn:xx:defined:high', level: 'high' };
const LEVELS = {
  claim: 'acr',
  ascending: ['one', 'two'].map((value) => ({ value, amr: ['mfa'] })),
  required: {
    [LOW.acr]: { sent: 'one', lowest: 'one' },
    [HIGH.acr]: { sent: 'two', lowest: 'two' },
  },
};

/** The definition with two acr values, and with other members. Those of the offer are changed one by one. */
function withMembers({ offer, ...changes }: { offer?: object; levels?: object }) {
  return {
    ...content,
    levels: LEVELS,
    ...changes,
    offer: { ...content.offer, variants: [LOW, HIGH], ...offer },
  };
}

/** The definition with this acr value alone. */
function withAcr(acr: string) {
  const levels = { ...LEVELS, required: { [acr]: { sent: 'one', lowest: 'one' } } };
  return withMembers({ offer: { variants: [{ acr }] }, levels });
}

function claimOf(name: string, changes: object = {}) {
  return { name, from: 'x', description: 'X.', ...changes };
}

function variants(...given: readonly object[]) {
  return { offer: { variants: given } };
}

function requiring(changes: object) {
  return { levels: { ...LEVELS, required: { ...LEVELS.required, ...changes } } };
}

const ACCEPTED = 'offer.variants[1].satisfiedBy[0]';
const OTHER_CHANNELS =
  'offer.variants[1].channels other than browser: redirect can be in code alone';

const UNSAFE: readonly [what: string, changes: object, message: string][] = [
  [
    'acr value accepts that of another eID',
    variants(LOW, { ...HIGH, satisfiedBy: ['urn:grn:authn:dk:mitid:high'] }),
    `${ACCEPTED} must be an acr value of the same offer`,
  ],
  [
    'acr value accepts itself',
    variants(LOW, { ...HIGH, satisfiedBy: [HIGH.acr] }),
    `${ACCEPTED} must not be the acr value itself`,
  ],
  [
    'acr value accepts a lower level',
    variants(LOW, { ...HIGH, satisfiedBy: [LOW.acr] }),
    `${ACCEPTED} must not have a lower level, or none`,
  ],
  [
    'acr value accepts one without a level',
    variants({ acr: LOW.acr }, { ...HIGH, satisfiedBy: [LOW.acr] }),
    `${ACCEPTED} must not have a lower level, or none`,
  ],
  [
    'acr value accepts a lower answer, though both have one level',
    variants({ ...LOW, level: 'high' }, { ...HIGH, satisfiedBy: [LOW.acr] }),
    `${ACCEPTED} must not require a lower value of levels.ascending`,
  ],
  [
    'acr value accepts a lower answer, though none has a level',
    variants({ acr: LOW.acr }, { acr: HIGH.acr, satisfiedBy: [LOW.acr] }),
    `${ACCEPTED} must not require a lower value of levels.ascending`,
  ],
  [
    'acr value is repeated',
    variants(LOW, HIGH, { ...LOW, level: 'high' }),
    'offer.variants[2].acr must not be repeated',
  ],
  [
    'acr value requires no level',
    { levels: { ...LEVELS, required: { [LOW.acr]: LEVELS.required[LOW.acr] } } },
    `levels.required.${HIGH.acr} must be present`,
  ],
  [
    'levels are of no acr value',
    requiring({ 'urn:grn:authn:xx:none': { sent: 'one', lowest: 'one' } }),
    'levels.required.urn:grn:authn:xx:none must be for an acr value of the offer',
  ],
  [
    'lowest answer is unknown',
    requiring({ [LOW.acr]: { sent: 'one', lowest: 'zero' } }),
    `levels.required.${LOW.acr}.lowest must be a value of levels.ascending`,
  ],
  [
    'acr value has an order',
    variants(LOW, { ...HIGH, channels: { browser: 'order' } }),
    OTHER_CHANNELS,
  ],
  [
    'acr value has another channel',
    variants(LOW, { ...HIGH, channels: { browser: 'redirect', ciba: 'order' } }),
    OTHER_CHANNELS,
  ],
  ['acr value has no channel', variants(LOW, { ...HIGH, channels: {} }), OTHER_CHANNELS],
  [
    'claim is repeated',
    { offer: { claims: [claimOf('x'), claimOf('y'), claimOf('x')] } },
    'offer.claims[2].name must not be repeated',
  ],
  [
    'claim of a scope is repeated',
    { offer: { claims: [claimOf('x', { scope: 'a' }), claimOf('x', { scope: 'a' })] } },
    'offer.claims[1].name must not be repeated',
  ],
  [
    'faults are several',
    {
      ...requiring({ [LOW.acr]: { sent: 'one', lowest: 'zero' } }),
      offer: { claims: [claimOf('sub')] },
    },
    `levels.required.${LOW.acr}.lowest must be a value of levels.ascending; offer.claims[0].name must not be a claim of every login`,
  ],
];

describe('a definition', () => {
  test('has usual values for what it leaves out', () => {
    const { offer, scheme } = definedEid({ path: FILE, content });
    expect(scheme).toBe('definedeid');
    expect(offer).toMatchObject({
      scopes: ['ssn'],
      storedByScope: ['ssn'],
      languages: ['en'],
      variants: [{ title: 'Defined eID', device: 'same', channels: { browser: 'redirect' } }],
    });
  });

  test.each([
    ['offer.name', 'XX', 'offer.name must be a name such as xx-some-eid'],
    ['offer.nationalNumber', 'passport', 'offer.nationalNumber must be one of personnummer'],
    ['offer.variants', [{ acr: 'loa3' }], 'must be an acr value'],
    ['algorithms', ['HS256'], 'must be asymmetric'],
    ['algorithms', ['none'], 'must be asymmetric'],
    ['userinfo', 'yaml', 'must be one of none, json, signed, encrypted'],
    ['country', 'Norway', 'must be two capital letters'],
    ['nonsense', 1, 'has an unknown key: nonsense'],
    ['testIssuers', '(', 'testIssuers must be a regular expression'],
    [
      'settings',
      { service: { doc: 'Its code.', isRequired: true, form: '(' } },
      'form must be a regular expression',
    ],
    ['settings', { service: 'x' }, 'settings.service must be a group'],
    ['brokers', {}, 'brokers can be in code alone'],
    ['offer.through', {}, 'offer.through can be in code alone'],
    ['offer.texts', { phone: {} }, 'offer.texts.phone can be in code alone'],
    ['offer.directives', [{ name: 'x', pattern: '(' }], 'offer.directives[0] must have a name'],
    ['offer.directives', ['x'], 'offer.directives[0] must have a name'],
    [
      'offer.claims',
      [{ name: 'x', from: 'x', description: 'X.', derived: 'x' }],
      'derived can be in code alone',
    ],
    [
      'offer.claims',
      [{ name: 'x', from: 5, description: 'X.' }],
      'from must be a text, a group or a list',
    ],
  ])('with a wrong %s is refused, with its file', (path, value, message) => {
    const read = () => definedEid(changed(path, value));
    expect(read).toThrow('some.yaml: ');
    expect(read).toThrow(message);
  });

  test.each(UNSAFE)('whose %s is refused', (_, changes, message) => {
    const read = () => definedEid({ path: 'some.yaml', content: withMembers(changes) });
    expect(read).toThrow(MalformedDefinition);
    expect(read).toThrow(expect.objectContaining({ message: `some.yaml: ${message}` }));
  });

  test('may accept sessions of a higher level, and have a claim in two scopes', () => {
    const claims = ['a', 'b'].map((scope) => claimOf('x', { scope }));
    const accepting = { offer: { variants: [{ ...LOW, satisfiedBy: [HIGH.acr] }, HIGH], claims } };
    const read = () => definedEid({ path: FILE, content: withMembers(accepting) });
    expect(read).not.toThrow();
  });

  test.each([...PROTOCOL_CLAIMS, ...LOGIN_CLAIMS.map(({ name }) => name)])(
    'never sets %s',
    (name) => {
      const changes = { offer: { claims: [claimOf('x'), claimOf(name)] } };
      const read = () => definedEid({ path: FILE, content: withMembers(changes) });
      expect(read).toThrow('offer.claims[1].name must not be a claim of every login');
    },
  );

  test('recognizes test issuers, and checks settings, by regular expressions', () => {
    const settings = { service: { doc: 'Its code.', isRequired: true, form: '^[A-Z]+$' } };
    const eid = definedEid({
      path: FILE,
      content: { ...content, testIssuers: '^https://test\\.', settings },
    });
    const given = {
      clientId: 'x',
      clientSecret: 'y',
      issuer: 'https://test.example',
      service: 'S',
    };
    expect(eid.isSimulated(given)).toBe(true);
    expect(eid.isSimulated({ ...given, issuer: 'https://eid.example' })).toBe(false);
    expect(() => eid.isSimulated({ ...given, service: 's' })).toThrow('service');
  });

  test('that is no group is refused', () => {
    expect(() => definedEid({ path: 'some.yaml', content: 'text' })).toThrow('must be a group');
  });

  test('that cannot be read is reported by its path', () => {
    expect(() => readEidDefinitions(['/nowhere.yaml'])).toThrow(
      'EID_DEFINITIONS: /nowhere.yaml: cannot be read (ENOENT)',
    );
  });
});

describe("the operator's eIDs", () => {
  test.each([
    [
      'the name',
      { ...content, offer: { ...content.offer, name: 'dk-mitid' } },
      'the name dk-mitid',
    ],
    ['the scheme', { ...content, scheme: 'dkmitid' }, 'the scheme dkmitid'],
    [
      'an acr value',
      withAcr('urn:grn:authn:dk:mitid:low'),
      'the acr value urn:grn:authn:dk:mitid:low',
    ],
    ['an alias', withAcr('urn:grn:authn:fi:bankid'), 'the acr value urn:grn:authn:fi:bankid'],
  ])('never have %s of another one', (_, definition, clash) => {
    const eid = definedEid({ path: FILE, content: definition });
    expect(() => eidRegistry([eid])).toThrow(`both have ${clash}`);
  });

  test.each([
    ['./nowhere.js', './nowhere.js cannot be imported'],
    ['no-such-package', 'no-such-package cannot be imported'],
    ['./src/ports/eid.ts', './src/ports/eid.ts has no function as its default export'],
  ])('of %s are refused', async (specifier, message) => {
    await expect(importEids([specifier], resolve('.'))).rejects.toThrow(message);
  });
});
