import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { oidcRows } from '../../../../../src/adapters/eid/registry.ts';
import { ACTIONS } from '../../../../../src/domain/intent.ts';

const PLACEHOLDERS = 'level language action application person text base64Text'.split(' ');

describe.each(oidcRows.map((row) => [row.offer.name, row] as const))('the row %s', (_, row) => {
  const { offer, levels } = row;
  const rankOf = (acr: string) =>
    levels.ascending.findIndex(({ value }) => value === levels.required[acr]?.lowest);

  test('requires a known level for each of its acr values, and for no other', () => {
    const acrs = offer.variants.map(({ acr }) => acr);
    expect(Object.keys(levels.required)).toEqual(acrs);
    expect(acrs.filter((acr) => rankOf(acr) === -1)).toEqual([]);
  });

  test('lets a session of a higher level answer, and never one of a lower', () => {
    for (const { acr, satisfiedBy } of offer.variants) {
      const others = offer.variants.filter((one) => one.acr !== acr);
      const lower = others.filter((one) => rankOf(one.acr) < rankOf(acr));
      const higher = others.filter((one) => rankOf(one.acr) > rankOf(acr));
      expect(satisfiedBy).toEqual(expect.arrayContaining(higher.map((one) => one.acr)));
      expect(lower.filter((one) => satisfiedBy.includes(one.acr))).toEqual([]);
    }
  });

  test('offers the scopes of its claims, and requests something for each', () => {
    const scopes = offer.claims.flatMap(({ scope }) => scope ?? []);
    expect(scopes.filter((scope) => !offer.scopes.includes(scope))).toEqual([]);
    expect(Object.keys(row.request.scopes).sort()).toEqual(['openid', ...offer.scopes].sort());
    // A login without the scope has none of its claims, so that its session cannot answer for it.
    expect([...offer.storedByScope].sort()).toEqual([...offer.scopes].sort());
  });

  test('has examples that fit the schemas of its claims', () => {
    const ajv = new Ajv2020({ allErrors: true });
    const wrong = offer.claims.filter(
      ({ schema, example }) => !ajv.validate({ ...schema }, example),
    );
    expect(wrong.map((claim) => claim.name)).toEqual([]);
  });

  test('fills its parameters with values that exist', () => {
    const used = JSON.stringify(row.request.parameters).matchAll(/\{([\w:-]+)\}/g);
    const directives = offer.directives.flatMap(({ name: directive }) =>
      ['directive', 'with', 'word', 'digits', 'lower', 'flag:directive'].map(
        (kind) => `${kind}:${directive}`,
      ),
    );
    const unknown = [...used].filter(
      ([, value = '']) => ![...PLACEHOLDERS, ...directives].includes(value),
    );
    expect(unknown).toEqual([]);
  });

  test('sends nothing personal in a URL', () => {
    if (row.request.sent !== 'query') return;
    // The address of an app names no person.
    expect(JSON.stringify(row.request.parameters)).not.toMatch(
      /\{(?:person|word:|lower:|digits:|directive:(?!appswitch:))/,
    );
  });

  test('has a word for each action, or for none', () => {
    const { actions } = row.request;
    if (actions !== undefined) expect(Object.keys(actions).sort()).toEqual([...ACTIONS].sort());
  });

  test('has an issuer with TLS for each environment', () => {
    // Without an issuer of its own, the settings name one.
    if (row.issuers === undefined) return;
    const { production, test: ofTest } = row.issuers;
    expect([production, ofTest].filter((issuer) => !issuer.startsWith('https://'))).toEqual([]);
    expect(production).not.toBe(ofTest);
  });
});
