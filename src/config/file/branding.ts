import { mixed, object, string } from 'yup';

import { refusalOfColour } from '../../domain/brand-colour.ts';
import type { Branding } from '../../domain/branding.ts';
import { LANGUAGES } from '../../domain/language.ts';
import type { Environment } from '../../domain/tenant.ts';
import type { Problem } from '../configuration-problems.ts';
import { problemsTest } from './checks.ts';
import { logoBytes, logoProblem } from './logo/logo.ts';
import { isMapping, memberAt, textAt } from './yaml-values.ts';

const COLOUR = /^#[0-9a-f]{6}$/i;
const PHONE = /^\+?[0-9](?:[0-9 ()-]{1,28})[0-9]$/;
const MAX_NAME = 60;
const URLS = ['helpUrl', 'privacyUrl', 'accessibilityUrl'] as const;

const logo = () => string().test(textTest('logo', logoProblem));

/** The settings of one scope. */
const members = object({
  displayName: mixed<Branding['displayName'] & object>()
    .test(problemsTest('names', displayNameProblems))
    .meta({
      doc: 'The name at the top and in the footer, by language (`sv`, `en`, …): the text of the logo for screen readers. In other languages the English one, or the first.',
      missing: 'none',
      kind: 'mapping',
    }),
  logo: logo().meta({
    doc: 'A PNG or SVG, as `{ base64File: path }` or base64: at most 64 kB and 2000 pixels a side. An SVG holds shapes, gradients, clips and masks only.',
    missing: 'none',
  }),
  darkLogo: logo().meta({ doc: 'The same for dark pages.', missing: '`logo`' }),
  color: string().test(textTest('colour', colourProblem)).meta({
    doc: 'Of buttons and links: `#0b5cad`. It needs a contrast of 4.5 with white and with the page; dark pages have a lighter one made from it.',
    missing: 'blue',
  }),
  helpUrl: string().meta({
    doc: 'The page with help: https; on test domains also http.',
    missing: 'no link',
  }),
  privacyUrl: string().meta({ doc: 'The privacy policy.', missing: 'no link' }),
  accessibilityUrl: string().meta({ doc: 'The accessibility statement.', missing: 'no link' }),
  supportPhone: string()
    .matches(PHONE, {
      message: 'must be a phone number such as +46 8 123 45 67',
      excludeEmptyString: false,
    })
    .meta({ doc: 'The number of the support: `+46 8 123 45 67`.', missing: 'none' }),
})
  .optional()
  .default(undefined);

/** The looks of a tenant. */
export const brandingSchema = members.meta({
  doc: 'The looks of its pages ([branding](branding.md)).',
  missing: 'ours',
});

/** The looks of a domain or an application. `rows`: the table lists the members once. */
export const narrowerBrandingSchema = members.meta({
  doc: 'The same settings again, for these pages: each replaces that of the wider scope.',
  missing: 'those of the wider scope',
  rows: 'listed',
});

function displayNameProblems(value: unknown): Problem[] {
  if (!isMapping(value) || Object.keys(value).length === 0) {
    return [{ path: '', message: 'must have a name by language, such as { sv: … }' }];
  }
  return Object.entries(value).flatMap(([language, name]) => {
    if (!LANGUAGES.some((known) => known === language)) {
      return [{ path: language, message: `is not one of ${LANGUAGES.join(', ')}` }];
    }
    const isName = typeof name === 'string' && name.trim() !== '' && name.length <= MAX_NAME;
    const message = `must be a text of at most ${MAX_NAME} characters`;
    return isName ? [] : [{ path: language, message }];
  });
}

/** The rules that depend on the domains: links of production domains are https. */
export function brandingProblems(holder: unknown, environment: Environment): Problem[] {
  const branding = memberAt(holder, 'branding');
  return URLS.flatMap((name) => {
    const text = textAt(branding, name);
    const message = text === undefined ? undefined : linkProblem(text, environment);
    return message === undefined ? [] : [{ path: `branding.${name}`, message }];
  });
}

/** The checked setting as it is stored: images in base64, the colour in lower case, without empty members. */
export function brandingOf(value: unknown): Branding | undefined {
  if (!isMapping(value)) return undefined;
  const { logo, darkLogo, color } = value as Branding;
  const members = {
    ...value,
    logo: logo && logoBytes(logo).toString('base64'),
    darkLogo: darkLogo && logoBytes(darkLogo).toString('base64'),
    color: color?.toLowerCase(),
  };
  return Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined));
}

function linkProblem(text: string, environment: Environment): string | undefined {
  if (!/^[\x21-\x7e]{1,500}$/.test(text) || !URL.canParse(text)) {
    return 'must be an absolute URL of at most 500 characters';
  }
  const { protocol, username, password } = new URL(text);
  if (username !== '' || password !== '') return 'must not name a user';
  if (protocol === 'https:') return undefined;
  if (protocol !== 'http:') return 'must be https';
  return environment === 'test' ? undefined : 'must be https: http is for test domains only';
}

function colourProblem(text: string): string | undefined {
  if (!COLOUR.test(text)) return 'must be a colour such as #0b5cad';
  const refusal = refusalOfColour(text.toLowerCase());
  if (refusal === undefined) return undefined;
  const { ratio, on, nearest } = refusal;
  return `has a contrast of ${ratio.toFixed(2)} with ${on}, and needs 4.5: the nearest that passes is ${nearest}`;
}

function textTest(name: string, problemOf: (text: string) => string | undefined) {
  return problemsTest(name, (value) => {
    const message = typeof value === 'string' ? problemOf(value) : undefined;
    return message === undefined ? [] : [{ path: '', message }];
  });
}
