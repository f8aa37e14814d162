import { readFile } from 'node:fs/promises';

import { Router } from '@koa/router';

import { type Behaviour, type Person, testPersons } from './persons.ts';

const ASSETS: Readonly<Record<string, string>> = {
  'phone.css': 'text/css; charset=utf-8',
  'phone.js': 'text/javascript; charset=utf-8',
  'control-api.js': 'text/javascript; charset=utf-8',
  'visible-text.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
};

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The phone as a web page: a fixed shell that a small script fills by the control API. */
export function makePhonePage(): Router {
  const page = new Router();
  page.get('/', async (context) => {
    const shell = await readAsset('phone.html');
    context.set('Content-Security-Policy', POLICY);
    context.set('Referrer-Policy', 'no-referrer');
    context.type = 'html';
    context.body = shell.replace('<!-- persons -->', () => personOptions(testPersons));
  });
  for (const [name, type] of Object.entries(ASSETS)) {
    page.get(`/${name}`, async (context) => {
      context.body = await readAsset(name);
      context.type = type;
    });
  }
  return page;
}

const BEHAVIOURS: Readonly<Record<Behaviour, string>> = {
  waits: 'waits for you',
  approves: 'approves without being asked',
  cancels: 'cancels',
  'never-starts': 'never starts the app',
  'declines-call': 'is not in a call',
  blocked: 'has a blocked BankID',
};

function personOptions(persons: readonly Person[]): string {
  const group = (label: string, members: readonly Person[]) =>
    `<optgroup label="${label}">${members.map(personOption).join('')}</optgroup>`;
  return [
    group(
      'You decide',
      persons.filter(({ behaviour }) => behaviour === 'waits'),
    ),
    group(
      'They decide by themselves',
      persons.filter(({ behaviour }) => behaviour !== 'waits'),
    ),
  ].join('');
}

/** All texts are fixed: no escaping is necessary. */
function personOption({ personalNumber, givenName, surname, behaviour }: Person): string {
  const suffix = behaviour === 'waits' ? '' : ` – ${BEHAVIOURS[behaviour]}`;
  const label = `${givenName} ${surname}, ${personalNumber}${suffix}`;
  return `<option value="${personalNumber}" data-behaviour="${behaviour}">${label}</option>`;
}

function readAsset(name: string): Promise<string> {
  return readFile(new URL(`./assets/${name}`, import.meta.url), 'utf8');
}
