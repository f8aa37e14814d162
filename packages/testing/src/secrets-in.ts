/** A request, or a response with its redirect. */
export interface HttpMessage {
  /** May be empty. */
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Its body. */
  readonly text: string;
}

/** Secrets of a client. Codes and tokens count in responses only: in requests they may be any text. */
const OF_CLIENTS = new Set([
  'client_secret',
  'client_assertion',
  'code_verifier',
  'request',
  'nonce',
  'binding_message',
]);
/** Secrets that one client or one browser gets. */
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
/** A personal number, or a text to sign. */
const IN_HINT = /\d{6,8}-?\d{4,5}|(?<=message(?:_to_sign)?:)\S+/g;
/** The id of a login is also in its page's URL: its signature is the secret. */
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

/** Every secret in a response of the service. */
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
    // A page, or empty.
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
