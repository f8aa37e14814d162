import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

import { describe, expect, test } from '@jest/globals';

import { eidModules } from '../src/adapters/eid/registry.ts';
import { groupedBy } from '../src/domain/grouped-by.ts';
import { expectGenerated } from './support/generated-document.ts';

const PREFIX = 'urn:grn:authn:';
const CHANNELS = ['browser', 'embedded', 'headless', 'ciba'] as const;
const HEADINGS = ['Order', 'Settings', 'Requests and claims', 'Simulated', 'Unverified'];

const offers = eidModules.map(({ offer }) => offer);
const eachOffer = offers.map((offer) => [offer.name, offer] as const);
/** The pages by their paths: eIDs of several countries may share one. */
const pages = groupedBy(offers, ({ name }) => pageOf(name));

/** The page of an eID, or that of its family in several countries. */
function pageOf(name: string): string {
  const own = `docs/eids/${name}.md`;
  const ofFamily = `docs/eids/${name.replace(/^[a-z]{2}-/, '')}.md`;
  return existsSync(ofFamily) ? ofFamily : own;
}

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

describe.each(eachOffer)('the page of %s', (name, { variants, aliases = {}, restriction }) => {
  const text = textOf(pageOf(name));

  test('has the five parts of every page', () => {
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual(HEADINGS);
  });

  test('names its acr values and their other names', () => {
    const acrs = [...variants.map(({ acr }) => acr), ...Object.keys(aliases)];
    expect(acrs.filter((acr) => !text.includes(`\`${acr}\``))).toEqual([]);
  });

  test('states how far it is documented, and a restriction', () => {
    const status = statusOf(text);
    expect(status).not.toBe('');
    const words = { 'test-domains': 'test domains only', unverified: '**unverified**' };
    const stated = Object.values(words).filter((word) => status.includes(word));
    expect(stated).toEqual(restriction === undefined ? [] : [words[restriction]]);
  });
});

// `UPDATE_DOCS=1 npm test -- test/eid-documents` writes both lists anew.
test('the README lists every eID with its acr values, channels and status', () => {
  const rows = inOrder().map(([page, ofPage]) => {
    const text = textOf(page);
    const variants = ofPage.flatMap((offer) => offer.variants);
    const acrs = variants.map(({ acr }) => `\`${acr.replace(PREFIX, '')}\``).join(', ');
    const channels = CHANNELS.filter((channel) =>
      variants.some((variant) => variant.channels[channel] !== undefined),
    );
    const cells = [countriesOf(page), `[${titleOf(text)}](${page})`, acrs, channels.join(', ')];
    return `| ${[...cells, statusOf(text)].join(' | ')} |`;
  });
  expectList(
    'README.md',
    /(?<=\|---\|\n)(?:\| .*\n)*(?=<!-- end of eids -->)/,
    `${rows.join('\n')}\n`,
  );
});

test('the index of documents lists the page of every eID', () => {
  const links = inOrder().map(
    ([page]) => `  [${titleOf(textOf(page))}](eids/${basename(page)}) (${countriesOf(page)})`,
  );
  expectList('docs/README.md', /(?: {2}\[.*\n)*(?=<!-- end of eids -->)/, `${links.join(',\n')}\n`);
});

/** By country; those of no country last. */
function inOrder() {
  const keyOf = (page: string) => countriesOf(page).replace('any', '~') + page;
  return [...pages].sort(([a], [b]) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function countriesOf(page: string): string {
  const codes = (pages.get(page) ?? []).map(({ name }) => /^([a-z]{2})-/.exec(name)?.[1]);
  return codes.map((code) => code?.toUpperCase() ?? 'any').join(' ');
}

function titleOf(text: string): string {
  return /^# (.*?)(?: \(.*\))?$/m.exec(text)?.[1] ?? '';
}

function statusOf(text: string): string {
  return /^Status: (.*)\.$/m.exec(text)?.[1] ?? '';
}

/** The list in the document is this one. */
function expectList(path: string, place: RegExp, list: string): void {
  expectGenerated(
    pathToFileURL(path),
    textOf(path).replace(place, () => list),
  );
}
