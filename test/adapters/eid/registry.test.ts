import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';

import { eidModules } from '../../../src/adapters/eid/registry.ts';

const source = new URL('../../../src/adapters/eid/', import.meta.url);
const names = eidModules.map(({ offer }) => offer.name);
/** Folders that several eIDs share. */
const OTHER_FOLDERS = ['national-numbers', 'operator', 'protocols'];
const folders = readdirSync(source, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => !OTHER_FOLDERS.includes(name));

/**
 * The only eID without the whole contract of its kind: another eID identifies the person for it, under the contract of
 * that one, so that nobody can begin a visit to it. A contract of its own proves that.
 */
const WITHOUT_COUNTERPART = ['age-verification'];

/** The contract of a kind of eID, for the eID of that name. */
function contractOf(name: string): (kind: string) => string {
  const suffix = WITHOUT_COUNTERPART.includes(name) ? 'WithoutCounterpart' : '';
  return (kind) => `${kind}Eid${suffix}Contract`;
}

/** The contracts that the tests in the folder of an eID run under its name, each once. */
function contractsOf(name: string): readonly string[] {
  const folder = new URL(`./${name}/`, import.meta.url);
  const files = readdirSync(folder).filter((file) => /contract\.test\.ts$/.test(file));
  const code = files.map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\n');
  const calls = code.matchAll(new RegExp(`^(\\w+Contract)\\('${name}',`, 'gm'));
  return [...new Set([...calls].map(([, contract = '']) => contract))];
}

describe('the registry', () => {
  test('lists every folder, and every line has its folder', () => {
    expect([...names].sort()).toEqual([...folders].sort());
  });

  test.each(folders)('%s is named country-eid, unless no country has it', (folder) => {
    const form = /^[a-z]{2}-[a-z0-9]+(-[a-z0-9]+)*$/;
    expect(['mock', 'age-verification'].includes(folder) || form.test(folder)).toBe(true);
  });

  test.each(folders.filter((folder) => existsSync(new URL(`${folder}/row.ts`, source))))(
    'the row of %s has at most 40 lines',
    (folder) => {
      const row = readFileSync(new URL(`${folder}/row.ts`, source), 'utf8');
      expect(row.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
    },
  );

  test.each(eidModules.map(({ offer }) => [offer.name, offer] as const))(
    '%s runs the contract of each kind that its offer declares, and no other',
    (name, { variants }) => {
      const kinds = new Set(variants.flatMap(({ channels }) => Object.values(channels)));
      const contracts = contractsOf(name);
      expect(contracts.toSorted()).toEqual([...kinds].map(contractOf(name)).toSorted());
    },
  );

  test('has one eID without a counterpart: another one identifies the person for it', () => {
    const through = eidModules.filter(({ offer }) => offer.through !== undefined);
    expect(through.map(({ offer }) => offer.name)).toEqual(WITHOUT_COUNTERPART);
  });

  test('gives every acr value to one eID only', () => {
    const acrs = eidModules.flatMap(({ offer }) => offer.variants.map(({ acr }) => acr));
    expect(new Set(acrs).size).toBe(acrs.length);
  });

  test('gives each acr value of an eID a title of its own', () => {
    const titlesOf = (name: string) =>
      eidModules
        .filter(({ offer }) => offer.name === name)
        .flatMap(({ offer }) => offer.variants.map(({ title }) => title));
    for (const name of names) expect(new Set(titlesOf(name)).size).toBe(titlesOf(name).length);
    expect(titlesOf('dk-mitid')).toEqual(['MitID, low', 'MitID, substantial', 'MitID, high']);
    expect(titlesOf('dk-mitid-business')).toEqual(['MitID Erhverv']);
    expect(titlesOf('no-bankid')).toEqual(['BankID, substantial', 'BankID', 'BankID, high']);
    expect(titlesOf('fi-ftn')).toEqual(['Pankkitunnukset', 'Mobiilivarmenne', 'Tunnistautuminen']);
  });

  test.each(eidModules.map((module) => [module.offer.name, module] as const))(
    '%s refuses unknown settings, by name',
    (_, module) => {
      const validate = () => module.settings.validateSync({ nonsense: 1 }, { abortEarly: false });
      expect(validate).toThrow(
        expect.objectContaining({
          errors: expect.arrayContaining([expect.stringContaining('nonsense')]),
        }),
      );
    },
  );
});
