import { describe, expect, test } from '@jest/globals';

import { validatedRow } from '../../../../../src/adapters/eid/protocols/oidc/row-schema.ts';
import { oidcRows } from '../../../../../src/adapters/eid/registry.ts';

describe.each(oidcRows.map((row) => [row.offer.name, row] as const))('the row of %s', (_, row) => {
  test('fits the schema of rows', () => {
    expect(() => validatedRow(row)).not.toThrow();
  });

  test('fits it no more with an unknown member', () => {
    expect(() => validatedRow({ ...row, nonsense: 1 })).toThrow('has an unknown key: nonsense');
  });
});
