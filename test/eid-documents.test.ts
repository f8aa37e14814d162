import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';

import { eidModules } from '../src/adapters/eid/registry.ts';
import type { EidOffer } from '../src/domain/eid-offer.ts';

const PREFIX = 'urn:grn:authn:';
const CHANNELS = ['browser', 'embedded', 'headless', 'ciba'] as const;
const HEADINGS = ['Order', 'Settings', 'Requests and claims', 'Simulated', 'Unverified'];

const offers = eidModules.map(({ offer }) => offer);
const eachOffer = offers.map((offer) => [offer.name, offer] as const);

/** The page of an eID, or that of its family in several countries. */
function pageOf(name: string): string {
  const own = `docs/eids/${name}.md`;
  return existsSync(own) ? own : `docs/eids/${name.replace(/^[a-z]{2}-/, '')}.md`;
}

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

describe.each(eachOffer)('the page of %s', (name, { variants, aliases = {} }) => {
  const text = textOf(pageOf(name));

  test('has the five parts of every page', () => {
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual(HEADINGS);
  });

  test('names its acr values and their other names', () => {
    const acrs = [...variants.map(({ acr }) => acr), ...Object.keys(aliases)];
    expect(acrs.filter((acr) => !text.includes(`\`${acr}\``))).toEqual([]);
  });
});

interface Row {
  readonly acrs: readonly string[];
  readonly eids: readonly string[];
  readonly page: string;
  readonly channels: string;
  readonly status: string;
}

/** The table of the README: country, eID with its page, acr values, channels, status. */
const rows: readonly Row[] = textOf('README.md')
  .split('\n')
  .filter((line) => line.includes('](docs/eids/'))
  .map((line) => {
    const [, , eid = '', acrs = '', channels = '', status = ''] = line.split(/ ?\| ?/);
    const page = /\]\((.*?)\)/.exec(eid)?.[1] ?? '';
    const values = [...acrs.matchAll(/`(.*?)`/g)].map(([, acr = '']) => acr);
    return {
      acrs: values.map((acr) => (acr.startsWith('urn:') ? acr : PREFIX + acr)),
      eids: offers.filter(({ name }) => pageOf(name) === page).map(({ name }) => name),
      page,
      channels,
      status,
    };
  });

describe("the README's table of eIDs", () => {
  test('has every eID once, and each acr value beside it', () => {
    expect(rows.flatMap(({ eids }) => eids).sort()).toEqual(offers.map(({ name }) => name).sort());
    for (const { eids, acrs } of rows) {
      const offered = offersOf(eids).flatMap(({ variants }) => variants.map(({ acr }) => acr));
      expect([...acrs].sort()).toEqual([...offered].sort());
    }
  });

  test('has the channels that at least one of the acr values is offered on', () => {
    for (const { eids, channels, page } of rows) {
      const variants = offersOf(eids).flatMap((offer) => offer.variants);
      const offered = CHANNELS.filter((channel) =>
        variants.some((variant) => variant.channels[channel] !== undefined),
      );
      expect([page, channels]).toEqual([page, offered.join(', ')]);
    }
  });

  test('says which eID is restricted', () => {
    const restricted = rows.filter(({ eids }) =>
      offersOf(eids).some(({ restriction }) => restriction !== undefined),
    );
    const said = rows.filter(({ status }) => /\*\*|test domains/.test(status));
    expect(said.map(({ page }) => page)).toEqual(restricted.map(({ page }) => page));
  });
});

function offersOf(names: readonly string[]): readonly EidOffer[] {
  return offers.filter(({ name }) => names.includes(name));
}
