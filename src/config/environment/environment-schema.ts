import { createPrivateKey } from 'node:crypto';
import { BlockList, isIP, isIPv6 } from 'node:net';

import { type InferType, number, object, string } from 'yup';

import { type JsonObject, parseJsonObject } from '../../domain/json.ts';

/** The levels of the log, the quietest last. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** The variables of the process; `NAME_FILE` in place of a secret names a file that holds it. */
export const environmentSchema = object({
  DATABASE_URL: string()
    .required()
    .test('url', 'must be a URL such as postgres://user@host/database', isPostgresUrl)
    .meta({ doc: 'The PostgreSQL database. Or `DATABASE_URL_FILE`: a file that holds it.' }),
  DATABASE_DIRECT_URL: string()
    .test('url', 'must be a URL such as postgres://user@host/database', isPostgresUrl)
    .meta({
      doc: 'The same database without the pooler (such as PgBouncer) of `DATABASE_URL`: for migrations and change notifications. Or `DATABASE_DIRECT_URL_FILE`.',
      missing: '`DATABASE_URL`',
    }),
  DATABASE_POOL_SIZE: numberFrom(1, 500)
    .default(10)
    .meta({ doc: 'The maximum of connections of this process.' }),
  KEY_ENCRYPTION_KEY: string()
    .required()
    .test('keys', 'must be keys of 32 bytes in base64url, each once, parted by commas', (text) => {
      return text === undefined || keysIn(text) !== undefined;
    })
    .meta({
      doc: 'Encrypts stored data: 32 random bytes in base64url (`openssl rand -base64 32` makes one). During a key change several, separated by commas or line breaks: the first encrypts, all decrypt. Or `KEY_ENCRYPTION_KEY_FILE`: a file that holds them.',
    }),
  BIND_ADDRESS: string()
    .default('127.0.0.1')
    .matches(/^[0-9A-Za-z.:-]+$/, 'must be an address or a host name')
    .meta({
      doc: 'The address of both ports. The default accepts connections from the same machine only; use `0.0.0.0` in containers.',
    }),
  PORT: numberFrom(0, 65_535).default(3000).meta({ doc: 'The port of the service.' }),
  HEALTH_PORT: numberFrom(0, 65_535).default(3001).meta({
    doc: "The operator's port, with `/health/alive`, `/health/ready`, `/health/detail` and `/metrics`: not for the public.",
  }),
  MANAGEMENT_PORT: numberFrom(1, 65_535).meta({
    doc: 'The port of the management API and its console: not for the public ([management API](management-api.md)).',
    missing: 'off',
  }),
  MANAGEMENT_URL: string()
    .test('origin', 'must be an origin such as https://manage.example.com', isOrigin)
    .meta({
      doc: 'The origin under which browsers and scripts reach it; requests to any other host are refused. Never the host of an issuer.',
      missing: '`http://localhost:` and `MANAGEMENT_PORT`',
    }),
  MANAGEMENT_ISSUER: string()
    .test('issuer', 'must be an issuer such as https://login.example.com', isIssuer)
    .meta({
      doc: 'Logs administrators in by OpenID Connect: one of the own domains, or another provider ([administrators](administrators.md#login)).',
      missing: 'nobody logs in; API tokens work',
    }),
  MANAGEMENT_CLIENT_ID: string()
    .default('management-console')
    .meta({ doc: 'The client id of the console at that issuer.' }),
  MANAGEMENT_CLIENT_KEY: string()
    .test('key', 'must be a private RSA or EC key as JWK (JSON)', isPrivateJwk)
    .meta({
      doc: 'The key with which the console authenticates there (`private_key_jwt`). Or `MANAGEMENT_CLIENT_KEY_FILE`.',
      missing: '`MANAGEMENT_CLIENT_SECRET`',
    }),
  MANAGEMENT_CLIENT_SECRET: string().meta({
    doc: 'A client secret instead. Or `MANAGEMENT_CLIENT_SECRET_FILE`.',
    missing: '`MANAGEMENT_CLIENT_KEY`',
  }),
  MANAGEMENT_ACR_VALUES: string().meta({
    doc: 'The accepted acr values, separated by spaces; an own domain takes exactly one.',
    missing: 'any',
  }),
  TRUSTED_PROXIES: string()
    .default('')
    .test('blocks', 'must be addresses or blocks such as 10.0.0.0/8, parted by commas', (text) => {
      return listed(text).every((block) => cidrBlockOf(block) !== undefined);
    })
    .test('not mapped', (text, { createError }) => {
      const mapped = listed(text).find(isIpv4Mapped);
      if (mapped === undefined) return true;
      const message = `must name IPv4 addresses as such (10.0.0.0/8): ${mapped} is an IPv4-mapped IPv6 address`;
      return createError({ message });
    })
    .meta({
      doc: 'Proxies with trusted `X-Forwarded-*` headers: addresses and CIDR blocks, separated by commas. IPv4-mapped IPv6 blocks (`::ffff:10.0.0.0/104`) are refused.',
      missing: 'none',
    }),
  REQUESTS_PER_ADDRESS: numberFrom(1, 1_000_000).default(300).meta({
    doc: 'Requests a second from one IPv4 address or one /64 of IPv6, over all replicas; counted over 10 seconds, beyond them 429. An application’s server sends the requests of all its persons.',
  }),
  REQUESTS_PER_CLIENT: numberFrom(1, 1_000_000).default(500).meta({
    doc: 'The same for one authenticated application: token requests, polls, pushed, CIBA and headless requests.',
  }),
  REQUESTS_PER_TENANT: numberFrom(1, 1_000_000).default(2_000).meta({
    doc: 'The same for one tenant: all requests to its domains.',
  }),
  STARTS_PER_ADDRESS: numberFrom(1, 1_000_000).meta({
    doc: 'Orders a second without a named person, from one address at one tenant, in browser logins with renewed QR codes. Starts by authenticated requests count separately, with the same limit.',
    missing: 'a fifteenth of `REQUESTS_PER_ADDRESS`: 20',
  }),
  EID_DEFINITIONS: string().meta({
    doc: 'Further eIDs behind an OpenID Provider: YAML files, or folders of them, separated by commas ([own eIDs](own-eids.md)).',
    missing: 'none',
  }),
  EID_MODULES: string().meta({
    doc: 'Further eIDs with code: names of packages, or paths of files, separated by commas ([own eIDs](own-eids.md)). Their code runs in the service.',
    missing: 'none',
  }),
  EVENT_RETENTION_DAYS: numberFrom(1, 36_500).meta({
    doc: 'Retention of events in days. Usage can be counted only as far back.',
    missing: 'forever',
  }),
  LOGIN_RETENTION_DAYS: numberFrom(1, 365).default(30).meta({
    doc: 'Retention of the timelines of logins in days: as long support finds a login by its code ([support.md](support.md)).',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl().meta({
    doc: 'Enables traces: the OpenTelemetry collector for OTLP over HTTP (JSON), such as `http://localhost:4318`. The other standard variables of OpenTelemetry work as usual ([observability.md](observability.md)).',
    missing: 'no traces',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collectorUrl().meta({
    doc: 'The same with the whole path.',
    missing: '`/v1/traces` below `OTEL_EXPORTER_OTLP_ENDPOINT`',
  }),
  OTEL_SDK_DISABLED: string()
    .oneOf(['true', 'false'], 'must be true or false')
    .default('false')
    .meta({ doc: '`true`: no traces, whatever else is set.' }),
  LOG_LEVEL: string()
    .oneOf(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
    .default('info')
    .meta({ doc: `\`${LOG_LEVELS.join('`, `')}\`.` }),
  DOCUMENTATION_URL: pageUrl().meta({
    doc: 'The documentation for developers of applications. The page at `/` of every domain links to it.',
    missing: 'no link',
  }),
  TRY_IT_URL: pageUrl().meta({
    doc: 'A page where developers try logins. The page at `/` of *test* domains links to it.',
    missing: '`MANAGEMENT_URL`, if it is set',
  }),
});

/** The variables, checked, with defaults. */
export type CheckedVariables = InferType<typeof environmentSchema>;

function numberFrom(smallest: number, biggest: number) {
  const message = `must be a whole number from ${smallest} to ${biggest}`;
  return number()
    .transform((_, text: unknown) => {
      if (text === undefined || typeof text === 'number') return text;
      return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    })
    .typeError(message)
    .min(smallest, message)
    .max(biggest, message);
}

function pageUrl() {
  return string().test('url', 'must be a URL such as https://docs.example.com', isWebUrl);
}

function collectorUrl() {
  return string().test('url', 'must be a URL such as http://localhost:4318', isWebUrl);
}

function isWebUrl(text: string | undefined): boolean {
  return text === undefined || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol));
}

/** http is for the own machine: tokens travel over this connection. */
function isOrigin(text: string | undefined): boolean {
  if (text === undefined) return true;
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  if (origin !== text) return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

/** An issuer may have a path. */
function isIssuer(text: string | undefined): boolean {
  return text === undefined || (URL.canParse(text) && isOrigin(new URL(text).origin));
}

/** Whether the text is a private key that signs assertions. */
function isPrivateJwk(text: string | undefined): boolean {
  return text === undefined || privateJwkIn(text) !== undefined;
}

const SIGNING_KEY_TYPES = ['RSA', 'EC'];

/** Parses a private key in JWK; undefined for any other text. */
export function privateJwkIn(text: string): JsonObject | undefined {
  const jwk = parseJsonObject(text);
  try {
    if (jwk === undefined || !SIGNING_KEY_TYPES.includes(String(jwk.kty))) return undefined;
    createPrivateKey({ key: { ...jwk }, format: 'jwk' });
    return jwk;
  } catch {
    return undefined;
  }
}

const LOOPBACK = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function isPostgresUrl(text: string | undefined): boolean {
  if (text === undefined) return true;
  return URL.canParse(text) && /^postgres(?:ql)?:$/.test(new URL(text).protocol);
}

const IPV4_MAPPED = new BlockList();
IPV4_MAPPED.addSubnet('::ffff:0:0', 96, 'ipv6');

/** Parses `10.0.0.0/8`, `fd00::/8` or a single address; returns it with its prefix length. */
export function cidrBlockOf(text: string): string | undefined {
  const [address = '', prefix, ...others] = text.split('/');
  const longest = { 0: undefined, 4: 32, 6: 128 }[isIP(address)];
  if (longest === undefined || others.length > 0) return undefined;
  if (prefix === undefined) return `${address}/${longest}`;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > longest) return undefined;
  return `${address}/${Number(prefix)}`;
}

/** True for an IPv4 address or block that is written as IPv6, such as `::ffff:10.0.0.0/104`. */
function isIpv4Mapped(block: string): boolean {
  const [address = ''] = block.split('/');
  return isIPv6(address) && IPV4_MAPPED.check(address, 'ipv6');
}

const KEY = /^[A-Za-z0-9_+/-]{43}=?$/;

/** Parses keys of 32 bytes in base64url or base64; undefined when one is malformed, repeated or absent. */
export function keysIn(text: string): readonly Uint8Array[] | undefined {
  const parts = listed(text);
  const isWellFormed = parts.length > 0 && parts.every((part) => KEY.test(part));
  if (!isWellFormed) return undefined;
  const keys = parts.map((part) => new Uint8Array(Buffer.from(part, 'base64')));
  const distinct = new Set(keys.map((key) => Buffer.from(key).toString('hex')));
  return distinct.size === keys.length ? keys : undefined;
}

/** The parts of a list that is separated by commas or white space. */
export function listed(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter((part) => part !== '');
}
