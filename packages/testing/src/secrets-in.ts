/** What a request asks, or where its answer leads, with what goes along. */
export interface HttpMessage {
  /** May be empty. */
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Its body. */
  readonly text: string;
}

/** What a client keeps to itself. Its codes and tokens count where we give them: sent, they may be anything. */
const OF_CLIENTS = new Set([
  'client_secret',
  'client_assertion',
  'code_verifier',
  'request',
  'nonce',
  'binding_message',
]);
/** What we give to one client or one browser only. */
const OF_OURS = new Set([
  'code',
  'access_token',
  'id_token',
  'auth_req_id',
  'headless_req_id',
  'request_uri',
  'qrData',
  'qrCode',
  'autoStartToken',
  'evidence',
  'ocspResponse',
]);
/** A person, a text that is to be signed. */
const IN_HINT = /\d{6,8}-?\d{4,5}|(?<=message(?:_to_sign)?:)\S+/g;
/** The id of a login is in its page's address, too: what proves it is the signature beside it. */
const COOKIE = /(?<name>[\w.-]+)=(?<value>[\w%.~-]{16,})/g;
const NO_SECRET = /^(?:__\w+-)?(?:login|resume)$/;

/** Every secret that a request to the service brings. */
export function secretsInRequest({ url, headers, text }: HttpMessage): string[] {
  const [scheme = '', credential = ''] = String(headers.authorization ?? '').split(' ');
  const password = Buffer.from(credential, 'base64').toString().split(':').slice(1).join(':');
  return [
    ...(/^basic$/i.test(scheme) ? [credential, password] : []),
    ...named(OF_CLIENTS, [...parametersOf(url), ...new URLSearchParams(formIn(text))]),
  ];
}

/** Every secret that an answer of the service brings. */
export function secretsInResponse({ url, headers, text }: HttpMessage): string[] {
  const cookies = [headers['set-cookie'] ?? []].flat().join('\n');
  const codes = [...text.matchAll(/data-qr="([^"]+)"/g)].map(([, code = '']) => code);
  return [
    ...cookiesIn(cookies),
    ...codes,
    ...named(OF_OURS, [...parametersOf(url), ...membersOf(text), ...hiddenFieldsOf(text)]),
  ];
}

type Pair = readonly [string, string];

function named(names: ReadonlySet<string>, pairs: readonly Pair[]): string[] {
  return pairs.flatMap(([name, value]) => {
    if (name === 'login_hint') return [...value.matchAll(IN_HINT)].map(([found]) => found);
    return names.has(name) ? [value] : [];
  });
}

function parametersOf(url: string): Pair[] {
  if (!URL.canParse(url)) return [];
  const { searchParams, hash } = new URL(url);
  return [...searchParams, ...new URLSearchParams(hash.slice(1))];
}

function formIn(text: string): string {
  return /^[\w.%-]+=/.test(text) ? text : '';
}

function membersOf(text: string): Pair[] {
  const members: Pair[] = [];
  try {
    JSON.parse(text, (name, value) => {
      if (typeof value === 'string') members.push([name, value]);
      return value;
    });
  } catch {
    // A page, or nothing.
  }
  return members;
}

/** Of a page that posts itself. */
function hiddenFieldsOf(text: string): Pair[] {
  const fields = text.matchAll(/name="([\w-]+)" value="([^"]*)"/g);
  return [...fields].map(([, name = '', value = '']) => [name, value]);
}

function cookiesIn(lines: string): string[] {
  return [...lines.matchAll(COOKIE)].flatMap(({ groups: { name = '', value = '' } = {} }) =>
    NO_SECRET.test(name) ? [] : [value],
  );
}
