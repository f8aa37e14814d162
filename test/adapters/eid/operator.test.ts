import { resolve } from 'node:path';

import { describe, expect, test } from '@jest/globals';

import { definedEid } from '../../../src/adapters/eid/operator/defined-eid.ts';
import { importEids } from '../../../src/adapters/eid/operator/import-eids.ts';
import { eidRegistry } from '../../../src/adapters/eid/registry.ts';
import { readEidDefinitions } from '../../../src/config/eid-definitions.ts';

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
      {
        ...content,
        offer: { ...content.offer, variants: [{ acr: 'urn:grn:authn:dk:mitid:low' }] },
      },
      'the acr value urn:grn:authn:dk:mitid:low',
    ],
    [
      'an alias',
      { ...content, offer: { ...content.offer, variants: [{ acr: 'urn:grn:authn:fi:bankid' }] } },
      'the acr value urn:grn:authn:fi:bankid',
    ],
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
