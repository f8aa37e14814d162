import { describe, expect, test } from '@jest/globals';
import { differences, draftOf, editedSettings } from '../src/forms/draft.ts';
import { fieldsBelow, fieldsOf, labelOf } from '../src/forms/form-fields.ts';
import { pictureFault } from '../src/forms/picture-fault.ts';

const SCHEMAS = {
  Flow: { type: 'string', enum: ['pkce', 'ciba'] },
  Application: {
    type: 'object',
    required: ['clientId'],
    properties: {
      clientId: { type: 'string', description: 'The `client_id` of requests.' },
      flows: { type: 'array', items: { $ref: '#/components/schemas/Flow' } },
      redirectUris: { type: 'array', items: { type: 'string' } },
      requirePkce: { type: 'boolean', default: false },
      idTokenLifetimeSeconds: { type: 'integer', minimum: 60, maximum: 86_400, default: 3600 },
      idTokenSigningAlg: { type: ['string', 'null'], enum: ['RS256', 'ES256'] },
      secrets: { type: 'array', items: { type: 'object' } },
    },
  },
};
const FIELDS = fieldsOf({ $ref: '#/components/schemas/Application' }, SCHEMAS);

describe('the fields of a form', () => {
  test('follow from the schema, in its order', () => {
    expect(FIELDS.map(({ name, kind }) => `${name}: ${kind}`)).toEqual([
      'clientId: text',
      'flows: choices',
      'redirectUris: lines',
      'requirePkce: switch',
      'idTokenLifetimeSeconds: number',
      'idTokenSigningAlg: choice',
      'secrets: data',
    ]);
  });

  test('have labels in words, hints without markup, and the limits', () => {
    expect(FIELDS[0]).toMatchObject({ hint: 'The client_id of requests.', required: true });
    expect(FIELDS[4]).toMatchObject({ min: 60, max: 86_400, byDefault: 3600 });
    expect(
      ['redirectUris', 'requirePkce', 'acrValues', 'jwksUri', 'rpApiUrl', 'ca'].map(labelOf),
    ).toEqual(['Redirect URIs', 'Require PKCE', 'acr values', 'JWKS URI', 'RP API URL', 'CA']);
  });
});

describe('the content of a form', () => {
  const stored = {
    clientId: 'shop',
    flows: ['pkce'],
    redirectUris: ['https://a.example/1', 'https://a.example/2'],
    requirePkce: true,
    idTokenLifetimeSeconds: 600,
    secrets: [{ value: { stored: 'ab12cd34ef56' } }],
    unknownToTheForm: 7,
  };

  test('that nobody changed stands for the stored settings', () => {
    const edited = editedSettings(draftOf(stored, FIELDS), FIELDS, stored);
    expect(edited).toEqual({ settings: stored, faults: [] });
  });

  test('leaves absent what was absent, and empties what was emptied', () => {
    const before = { clientId: 'shop' };
    expect(editedSettings(draftOf(before, FIELDS), FIELDS, before).settings).toEqual(before);
    const emptied = { ...draftOf(stored, FIELDS), redirectUris: ' \n', flows: [] };
    const { settings } = editedSettings(emptied, FIELDS, stored);
    expect(Object.keys(settings)).not.toEqual(expect.arrayContaining(['redirectUris']));
    expect(Object.keys(settings)).not.toEqual(expect.arrayContaining(['flows']));
  });

  test('has faults where a text is no number or no JSON', () => {
    const draft = { ...draftOf(stored, FIELDS), idTokenLifetimeSeconds: 'soon', secrets: '[' };
    const { faults } = editedSettings(draft, FIELDS, stored);
    expect(faults.map(({ path }) => path)).toEqual(['idTokenLifetimeSeconds', 'secrets']);
  });
});

test('two versions differ in the settings that are not equal, whatever the order of their members', () => {
  const mine = { name: 'Mine', list: [1, 2], object: { a: 1, b: 2 } };
  const theirs = { name: 'Theirs', list: [1, 2], object: { b: 2, a: 1 } };
  expect(differences(theirs, mine)).toEqual([{ name: 'name', before: 'Theirs', after: 'Mine' }]);
});

describe('secrets and members of members', () => {
  const schemas = {
    Stored: {
      type: 'object',
      properties: { key: { anyOf: [{ type: 'string', writeOnly: true }, { type: 'object' }] } },
    },
  };
  const fields = fieldsBelow(
    'settings',
    fieldsOf({ $ref: '#/components/schemas/Stored' }, schemas),
  );
  const stored = { eid: 'mock', settings: { key: { stored: 'ab12cd34ef56' }, other: 1 } };

  test('show nothing of a stored secret, and keep it when nothing was typed', () => {
    const draft = draftOf(stored, fields);
    expect(draft).toEqual({ 'settings.key': '' });
    expect(editedSettings(draft, fields, stored).settings).toEqual(stored);
  });

  test('replace a secret by what was typed, to the letter', () => {
    const { settings } = editedSettings({ 'settings.key': '-----BEGIN\n' }, fields, stored);
    expect(settings).toEqual({ eid: 'mock', settings: { key: '-----BEGIN\n', other: 1 } });
  });
});

describe('texts of many lines', () => {
  const schemas = {
    Looks: {
      type: 'object',
      properties: {
        ca: { type: 'string', description: 'The CA, as PEM.' },
        displayName: { type: 'object' },
        color: { type: 'string' },
      },
    },
  };
  const fields = fieldsOf({ $ref: '#/components/schemas/Looks' }, schemas).map((field) =>
    field.name === 'displayName' ? { ...field, kind: 'texts' as const } : field,
  );
  const stored = { ca: 'A\nB\n', displayName: { sv: 'Butiken', en: 'The shop' } };

  test('that nobody touched stay as they are', () => {
    expect(fields[0]?.kind).toBe('pem');
    const draft = { ...draftOf(stored, fields), color: '#225588' };
    expect(editedSettings(draft, fields, stored)).toEqual({
      settings: { ...stored, color: '#225588' },
      faults: [],
    });
  });

  test('by language have one on each line', () => {
    const draft = draftOf(stored, fields);
    expect(draft.displayName).toBe('sv: Butiken\nen: The shop');
    const edited = (displayName: string) =>
      editedSettings({ ...draft, displayName }, fields, stored);
    expect(edited(' sv :  Fisk: och skaldjur \n\n').settings).toEqual({
      ca: stored.ca,
      displayName: { sv: 'Fisk: och skaldjur' },
    });
    expect(edited('Butiken').faults.map(({ path }) => path)).toEqual(['displayName']);
  });
});

test('a picture that is too big for a logo is refused before it is read', () => {
  expect(pictureFault({ name: 'logo.png', size: 64 * 1024 })).toBeUndefined();
  expect(pictureFault({ name: 'logo.png', size: 900 * 1024 })).toBe(
    'logo.png has 900 kB: a logo has at most 64 kB.',
  );
});
