import { mkdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { compile } from 'json-schema-to-typescript';

import { eidModules } from '../src/adapters/eid/registry.ts';
import { claimsSchema, normalisedSchema } from './support/claims-schema.ts';
import { expectGenerated } from './support/generated-document.ts';

const FOLDER = new URL('../docs/claims/', import.meta.url);
const STYLE = { singleQuote: true, printWidth: 100 };

test('the table of claims lists every eID', () => {
  const document = new URL('README.md', FOLDER);
  const rows = eidModules
    .map(({ offer }) => offer.name)
    .sort()
    .map(
      (name) =>
        `| ${name} | [${name}.schema.json](${name}.schema.json) | [${name}.d.ts](${name}.d.ts) |\n`,
    );
  const [before = '', after = ''] = readFileSync(document, 'utf8').split(
    /(?<=\|---\|\n)(?:\| .*\n)*<!-- end of table -->\n/,
  );
  expectGenerated(document, `${before}${rows.join('')}<!-- end of table -->\n${after}`);
});

describe('the normalised claims', () => {
  test('are documented as JSON Schema', () => {
    const text = `${JSON.stringify(normalisedSchema(), undefined, 2)}\n`;
    expectGenerated(new URL('normalised.schema.json', FOLDER), text);
  });

  test('are documented as TypeScript types', async () => {
    const types = await compile(normalisedSchema(), '', { bannerComment: '', style: STYLE });
    expectGenerated(new URL('normalised.d.ts', FOLDER), types.trimStart());
  });
});

describe.each(eidModules.map(({ offer }) => ({ name: offer.name, offer })))(
  'the claims of $name',
  ({ name, offer }) => {
    const schema = claimsSchema(offer);

    test('are documented as JSON Schema', () => {
      mkdirSync(FOLDER, { recursive: true });
      expectGenerated(
        new URL(`${name}.schema.json`, FOLDER),
        `${JSON.stringify(schema, undefined, 2)}\n`,
      );
    });

    test('are documented as TypeScript types', async () => {
      const types = await compile(schema, '', { bannerComment: '', style: STYLE });
      expectGenerated(new URL(`${name}.d.ts`, FOLDER), types.trimStart());
    });

    test('have examples that fit their schemas', () => {
      const ajv = new Ajv2020({ allErrors: true });
      for (const claim of offer.claims) {
        const fits = ajv.compile({ ...claim.schema });
        expect([claim.name, fits(claim.example), fits.errors]).toEqual([claim.name, true, null]);
      }
    });
  },
);
