import { CookieJar } from 'tough-cookie';

import { type Phone, TOLVAN } from './phone.ts';
import { form, send, type WireAnswer } from './wire.ts';

/** A browser that follows no redirects and sends requests for every issuer to one local port. */
export interface UserAgent {
  get(url: URL | string, headers?: Readonly<Record<string, string>>): Promise<WireAnswer>;
  post(
    url: URL | string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<WireAnswer>;
  /** The stored cookies. */
  readonly jar: CookieJar;
}

/** A browser, by default with an empty cookie jar; `always` is sent with every request. */
export function newUserAgent(
  port: number,
  always: Readonly<Record<string, string>> = {},
  jar = new CookieJar(),
): UserAgent {
  return {
    jar,
    get: (url, headers = {}) => go(new URL(url), { headers }),
    post: (url, fields, headers = {}) => {
      const sent = form(fields);
      return go(new URL(url), { ...sent, headers: { ...sent.headers, ...headers } });
    },
  };

  async function go(
    url: URL,
    wire: { method?: string; headers: Readonly<Record<string, string>>; body?: string },
  ): Promise<WireAnswer> {
    const cookie = await jar.getCookieString(url.href);
    const own = { host: url.host, 'accept-language': 'en', ...always, ...(cookie && { cookie }) };
    const headers = { ...own, ...wire.headers };
    const answer = await send(port, { ...wire, path: `${url.pathname}${url.search}`, headers });
    for (const line of answer.headers['set-cookie'] ?? []) await jar.setCookie(line, url.href);
    if (answer.location === undefined) return answer;
    return { ...answer, location: new URL(answer.headers.location ?? '', url) };
  }
}

/** The acr value with an immediate order on the login page. */
export const QR_ACR = 'urn:grn:authn:se:bankid:another-device:qr';

/** The URL of an authorization request. An undefined parameter is left out. */
export function authorizeUrl(
  issuer: string,
  params: Readonly<Record<string, string | undefined>>,
): URL {
  const url = new URL('/oauth2/authorize', issuer);
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) url.searchParams.append(name, value);
  }
  return url;
}

/** The options of a login; by default one person in a new browser. */
export interface LogInOptions {
  readonly issuer?: string;
  readonly userAgent?: UserAgent;
  readonly personalNumber?: string;
}

interface Stage extends Database {
  readonly issuer: string;
  readonly port: number;
  readonly phone: Phone;
}

/** One login with the QR code, approved, so that the next GET of the page finishes it. */
export async function approveLogin(
  broker: Stage,
  params: Readonly<Record<string, string | undefined>>,
  options: LogInOptions = {},
): Promise<{ readonly userAgent: UserAgent; readonly page: URL }> {
  const { issuer = broker.issuer, userAgent = newUserAgent(broker.port) } = options;
  const { personalNumber = TOLVAN } = options;
  const started = await userAgent.get(authorizeUrl(issuer, { acr_values: QR_ACR, ...params }));
  const page = started.location;
  if (page === undefined) throw new Error(`no login page: ${started.status} ${started.text}`);
  const shown = await userAgent.get(page);
  await scanAndApprove(broker.phone, shown.text, personalNumber);
  await allowCollectNow(broker);
  return { userAgent, page };
}

/** A whole login; returns the final redirect. */
export async function logIn(
  broker: Stage,
  params: Readonly<Record<string, string | undefined>>,
  options: LogInOptions = {},
): Promise<URL> {
  const { userAgent, page } = await approveLogin(broker, params, options);
  const answer = await finish(userAgent, page);
  if (answer.location === undefined) throw new Error(`no answer: ${answer.status} ${answer.text}`);
  return answer.location;
}

/** From the page of an approved login to the application. */
export async function finish(userAgent: UserAgent, page: URL): Promise<WireAnswer> {
  const resume = await userAgent.get(page);
  if (resume.location === undefined) throw new Error(`not finished: ${resume.text}`);
  return userAgent.get(resume.location);
}

async function scanAndApprove(phone: Phone, page: string, personalNumber: string): Promise<void> {
  const qr = /data-qr="([^"]+)"/.exec(page)?.[1];
  if (qr === undefined) throw new Error(`the page shows no QR code: ${page}`);
  const { orderRef } = await phone.scan(qr, personalNumber);
  await phone.decide(orderRef, 'approve');
}

/** The service's database. */
export interface Database {
  sql(text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
}

/** Permits the service to poll the eID about every order now, instead of after two seconds. */
export async function allowCollectNow({ sql }: Database): Promise<void> {
  await sql("update authentication set collect_after = created_at where state = 'pending'");
}
