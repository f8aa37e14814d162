import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import Koa from 'koa';
import { denmark } from '../../src/adapters/eid/national-numbers/denmark.ts';
import { numberShapes } from '../../src/adapters/eid/national-numbers/national-numbers.ts';
import { sweden } from '../../src/adapters/eid/national-numbers/sweden.ts';
import { catalogue } from '../../src/adapters/eid/registry.ts';
import { languageOf } from '../../src/adapters/http/login/i18n/language.ts';
import { isMobile } from '../../src/adapters/http/login/login-context.ts';
import { makeRedact } from '../../src/adapters/system/redaction.ts';
import { calledUrlProblem, redirectUriProblem } from '../../src/config/file/url-rules.ts';
import { parseAcr } from '../../src/domain/acr.ts';
import { parseScope } from '../../src/domain/claims.ts';
import { parseHead } from '../../src/domain/event-chain.ts';
import { parseLoginHint } from '../../src/domain/login-hint.ts';
import { parseMarkdown, usesMarkdown } from '../../src/domain/markdown.ts';
import {
  decodeText,
  forbiddenCharacterIn,
  isBase64,
  longGapIn,
} from '../../src/domain/message-text.ts';

const redact = makeRedact(numberShapes);

const SIZE = 64 * 1024;
/** Repeated parts; the endings below prevent a match. */
const PARTS = [
  'a',
  '0',
  'A',
  ' ',
  '\t',
  '\n',
  '.',
  '-',
  '_',
  '/',
  '%',
  '*',
  '#',
  '|',
  '`',
  '=',
  '+',
  ':',
  'a ',
  '1.',
  '**',
  '* ',
  '- ',
  '|-',
  '| ',
  '://',
  '/.',
  '%2e',
  '[a](',
  '9 ',
  '19',
  '\u200B',
  '👍',
  '👍\u200D',
  '🏴\u{E0067}',
  '1\uFE0F',
  '\r\n',
  'ا\u200C',
  'urn:grn:authn:se:',
  'sub:ssn:',
  'message:',
  'scope:a ',
  '191212121212',
  'eyJ.',
  'a=b&',
  'sv,',
  'sv-',
  'sv;q=0.1,',
  'Mobil ',
];
const TEXTS = PARTS.flatMap((part) => {
  const text = part.repeat(Math.ceil(SIZE / part.length)).slice(0, SIZE);
  return [text, `${text}!`, `https://${text}\\`];
});

/** A validator that scans the text repeatedly does not end within the test's timeout. */
test.each<[string, (text: string) => unknown]>([
  ['an acr value', parseAcr],
  ['a scope', parseScope],
  ['a login_hint', (text) => authentication(() => parseLoginHint(text, catalogue.directives))],
  ['a Swedish personal number', (text) => sweden.parse(text, new Date(0))],
  ['a Danish personal number', (text) => denmark.parse(text, new Date(0))],
  ['base64', isBase64],
  ['a text in base64', decodeText],
  ['the characters of a text', forbiddenCharacterIn],
  ['the white space of a text', longGapIn],
  ['markdown', parseMarkdown],
  ['whether a text is markdown', usesMarkdown],
  ['a redirect URI', (text) => redirectUriProblem(text, 'production')],
  ['a URL that we call', (text) => calledUrlProblem(text, 'test')],
  ['a user agent', isMobile],
  [
    'the languages of a request',
    (text) => languageOf(browser(''), { uiLocales: [text, ...text.split(' ')] }),
  ],
  ['the languages of a browser', (text) => languageOf(browser(text))],
  ['the head of a chain', parseHead],
  ['a line of the log', redact],
])('%s of 64 kB is validated for any content', (_, validate) => {
  for (const text of TEXTS) validate(text);
  expect(TEXTS).toHaveLength(PARTS.length * 3);
});

/** A request of a browser that prefers these languages. */
function browser(languages: string): Koa.Context {
  const request = new IncomingMessage(new Socket());
  request.headers['accept-language'] = languages;
  return new Koa().createContext(request, new ServerResponse(request));
}

function authentication(work: () => unknown): unknown {
  try {
    return work();
  } catch (refusal) {
    return refusal;
  }
}
