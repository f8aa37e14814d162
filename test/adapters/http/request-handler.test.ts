import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { memorySharedCounts } from '@eid-broker/testing/memory/shared-counts';
import { newSupportCode } from '@eid-broker/testing/sample-authentication';
import { sampleConfigurationWith } from '@eid-broker/testing/sample-offers';
import { afterEach, describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { requestConcurrency } from '../../../src/adapters/admission/concurrency-limit.ts';
import { systemActiveRequests } from '../../../src/adapters/admission/database-admission.ts';
import { fairRequestScheduler } from '../../../src/adapters/admission/fair-queue.ts';
import {
  makeRequestLimits,
  type RequestsPerSecond,
} from '../../../src/adapters/admission/request-limits.ts';
import { makeReadClientConnection } from '../../../src/adapters/http/client-address.ts';
import { makeRejectRequest } from '../../../src/adapters/http/reject-request.ts';
import {
  type AdmittedRequest,
  requestHandler,
  type Serve,
} from '../../../src/adapters/http/request-handler.ts';
import { entryNamed } from '../../../src/adapters/oidc/errors/catalogue.ts';
import { ServiceUnavailable } from '../../../src/domain/failure.ts';
import { DEFAULT_LIMITS, type Domain } from '../../../src/domain/tenant.ts';
import type {
  ActiveRequests,
  ConcurrencyLimit,
  RequestScheduler,
} from '../../../src/ports/admission.ts';
import type { Configuration } from '../../../src/ports/configuration.ts';
import type { Log } from '../../../src/ports/log.ts';

const HTTPS: Domain = {
  tenantId: 'acme',
  issuer: 'https://login.example.com',
  environment: 'production',
  singleSignOn: undefined,
  limits: DEFAULT_LIMITS,
  acrValues: [],
};
const HTTP: Domain = { ...HTTPS, issuer: 'http://localhost:3000', environment: 'test' };
const DOMAINS = new Map([HTTPS, HTTP].map((domain) => [new URL(domain.issuer).host, domain]));

const configuration = sampleConfigurationWith({
  domains: [...DOMAINS.values()],
  domainOf: (host) => DOMAINS.get(host),
});

/** Three and a half seconds before the end of a window. */
const NOW = new Date('2026-03-01T10:00:06.500Z');
const LOOPBACK = '127.0.0.1/32';
const REFERENCE = '0af7651916cd43dd8448eb211c80319c';

interface Facts {
  readonly event: string;
  readonly facts: unknown;
}

interface HandlerOptions {
  readonly trusted?: string[];
  readonly serve?: Serve;
  readonly current?: () => Promise<Configuration>;
  readonly perSecond?: Partial<RequestsPerSecond>;
  readonly concurrencyLimit?: ConcurrencyLimit;
  readonly requestScheduler?: RequestScheduler;
  readonly requests?: ActiveRequests;
  readonly isDraining?: boolean;
}

/** A request handler whose domain handler answers with the request that it received. */
function openHandler({
  trusted = [],
  serve = echo,
  current = async () => configuration,
  perSecond,
  concurrencyLimit = requestConcurrency(),
  requestScheduler = fairRequestScheduler(),
  requests = systemActiveRequests(),
  isDraining = false,
}: HandlerOptions = {}) {
  const logged: Facts[] = [];
  const shed: string[] = [];
  const note = (event: string, facts?: unknown) => void logged.push({ event, facts });
  const log: Log = { info: note, warn: note, error: note };
  const requestLimits = makeRequestLimits({
    sharedCounts: memorySharedCounts(),
    perSecond: { address: 100, 'address-starts': 100, client: 100, tenant: 100, ...perSecond },
    clock: () => NOW,
    log,
  });
  const handle = requestHandler({
    configurationSource: { current },
    readClientConnection: makeReadClientConnection(trusted),
    requestLimits,
    concurrencyLimit,
    rejectRequest: makeRejectRequest({ explain: entryNamed, newSupportCode, log }),
    isDraining: () => isDraining,
    metrics: { shed: (reason) => void shed.push(reason) },
    requests,
    requestScheduler,
    serve,
  });
  const handleRequest = (req: IncomingMessage, res: ServerResponse) => handle(req, res, REFERENCE);
  return { logged, shed, handleRequest, request: () => supertest(handleRequest) };
}

const echo: Serve = async (req, res, admitted) => {
  res.setHeader('Content-Type', 'application/json');
  res.end(JSON.stringify(receivedRequest(req, admitted)));
};

function receivedRequest(req: IncomingMessage, { domain }: AdmittedRequest) {
  const names = Object.keys(req.headers).filter((name) => /forwarded|^host$/.test(name));
  return {
    url: req.url,
    issuer: domain.issuer,
    headers: Object.fromEntries(names.sort().map((name) => [name, req.headers[name]])),
  };
}

describe('the host', () => {
  test.each(['localhost:3000', 'LOCALHOST:3000'])('%s chooses its issuer', async (host) => {
    const { body } = await openHandler().request().get('/x?y=1').set('Host', host).expect(200);

    expect(body).toMatchObject({ issuer: HTTP.issuer, url: '/x?y=1' });
  });

  test.each(['evil.example', 'localhost', 'localhost:3001', 'login.example.com.evil.example'])(
    '%s is not served',
    async (host) => {
      await openHandler()
        .request()
        .get('/.well-known/openid-configuration')
        .set('Host', host)
        .expect(421, 'This host is not served here.\n')
        .expect('Content-Type', 'text/plain; charset=utf-8')
        .expect('Cache-Control', 'no-store')
        .expect('X-Content-Type-Options', 'nosniff');
    },
  );

  test('ignores a forwarding header', async () => {
    await openHandler({ trusted: [LOOPBACK] })
      .request()
      .get('/')
      .set('Host', 'evil.example')
      .set('X-Forwarded-Host', 'localhost:3000')
      .expect(421);
  });
});

describe('an https issuer', () => {
  const request = (trusted: string[]) => openHandler({ trusted }).request();

  test('is served when a trusted proxy forwards https', async () => {
    const answer = await request([LOOPBACK])
      .get('/')
      .set('Host', 'login.example.com')
      .set('X-Forwarded-Proto', 'https')
      .set('X-Forwarded-For', '203.0.113.9')
      .expect(200)
      .expect('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
      .expect('X-Frame-Options', 'DENY')
      .expect('Referrer-Policy', 'no-referrer')
      .expect('Content-Security-Policy', /^default-src 'none'; /);

    expect(answer.body.headers['x-forwarded-for']).toBe('203.0.113.9');
    expect(answer.body.headers['x-forwarded-proto']).toBe('https');
  });

  test('redirects a page that came over plain http to https, at its own name', async () => {
    await request([LOOPBACK])
      .get('/oauth2/authorize?client_id=a')
      .set('Host', 'login.example.com')
      .set('X-Forwarded-Proto', 'http')
      .set('X-Forwarded-Host', 'evil.example')
      .expect(308, 'This service is reached over https only.\n')
      .expect('Location', 'https://login.example.com/oauth2/authorize?client_id=a');
  });

  test('does not redirect a POST', async () => {
    const answer = await request([])
      .post('/oauth2/token')
      .set('Host', 'login.example.com')
      .type('form')
      .send({ client_secret: 'x' })
      .expect(400, 'This service is reached over https only.\n');

    expect(answer.headers.location).toBeUndefined();
  });

  test.each([
    ['an untrusted client sends the header', [], 'https'],
    ['the nearest proxy received http', [LOOPBACK], 'https, http'],
  ])('does not count as reached over https when %s', async (_, trusted, proto) => {
    await request(trusted)
      .get('/')
      .set('Host', 'login.example.com')
      .set('X-Forwarded-Proto', proto)
      .expect(308);
  });
});

describe('forwarding headers', () => {
  const OURS = {
    host: 'localhost:3000',
    'x-forwarded-host': 'localhost:3000',
    'x-forwarded-proto': 'http',
  };

  test('of an untrusted client are replaced by the known values', async () => {
    const { body } = await openHandler()
      .request()
      .get('/')
      .set('Host', 'localhost:3000')
      .set('Forwarded', 'for=10.0.0.1;host=evil.example')
      .set('X-Forwarded-For', '10.0.0.1')
      .set('X-Forwarded-Host', 'evil.example')
      .set('X-Forwarded-Proto', 'https')
      .set('X-Forwarded-Port', '444')
      .set('X-Forwarded-Prefix', '/evil');

    expect(body.headers).toEqual({ ...OURS, 'x-forwarded-for': '127.0.0.1' });
  });

  test('of trusted proxies yield the last address that no trusted proxy added', async () => {
    const { body } = await openHandler({ trusted: [LOOPBACK, '10.0.0.0/8'] })
      .request()
      .get('/')
      .set('Host', 'localhost:3000')
      .set('X-Forwarded-For', '198.51.100.66, ::ffff:203.0.113.9, 10.1.2.3');

    expect(body.headers).toEqual({ ...OURS, 'x-forwarded-for': '203.0.113.9' });
  });
});

let server: Server | undefined;
afterEach(() => void server?.close());

/** supertest sends paths only, as every browser does, and one Host header. */
async function sendTarget(target: string, ...hosts: string[]): Promise<string> {
  return sendLines(`GET ${target} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`));
}

async function sendLines(...lines: readonly string[]): Promise<string> {
  server = createServer({ maxHeaderSize: 128 * 1024 }, openHandler().handleRequest);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.end([...lines, 'Connection: close', '', ''].join('\r\n'));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe('an ambiguous request', () => {
  test.each([
    ['localhost:3000', 'evil.example'],
    ['evil.example', 'localhost:3000'],
    ['localhost:3000', 'localhost:3000'],
  ])('is refused because of two hosts (%s, %s)', async (...hosts) => {
    const answer = await sendTarget('/', ...hosts);

    expect(answer).toContain('HTTP/1.1 400 ');
    expect(answer).toContain('A request names one host.\n');
  });

  test.each([101, 60_000])('is refused because of %d parameters', async (count) => {
    const answer = await sendTarget(`/x?${'a&'.repeat(count - 1)}a`, 'localhost:3000');

    expect(answer).toContain('HTTP/1.1 400 ');
    expect(answer).toContain('The query has too many parameters.\n');
  });

  test('is accepted with a hundred parameters', async () => {
    expect(await sendTarget(`/x?${'a&'.repeat(99)}a`, 'localhost:3000')).toContain('HTTP/1.1 200 ');
  });
});

test('a body is not read when its length is far above the limit', async () => {
  const lines = ['POST /oauth2/token HTTP/1.1', 'Host: localhost:3000'];
  const answer = await sendLines(...lines, `Content-Length: ${2 ** 40}`);
  expect(answer).toContain('HTTP/1.1 413 ');
  expect(answer).toContain('Connection: close\r\n');
  expect(answer).toContain('The body is too big.\n');
});

test('an answer without Cache-Control gets no-store', async () => {
  await openHandler()
    .request()
    .get('/x')
    .set('Host', 'localhost:3000')
    .expect('Cache-Control', 'no-store');
});

describe('a target in absolute form', () => {
  test('replaces the Host header, and only its path is forwarded', async () => {
    const answer = await sendTarget('http://localhost:3000/x?y=1', 'evil.example');

    expect(answer).toContain('HTTP/1.1 200 ');
    expect(answer).toContain(`"url":"/x?y=1","issuer":"${HTTP.issuer}"`);
  });

  test.each(['http://evil.example/x', '*'])(
    'is not served for an unknown host: %s',
    async (target) => {
      expect(await sendTarget(target, 'localhost:3000')).toContain('HTTP/1.1 421 ');
    },
  );
});

describe('an error behind the request handler', () => {
  test('is logged, and answered with a support code only', async () => {
    const cause = new Error('hunter2');
    const { request, logged } = openHandler({
      serve: async () => {
        throw cause;
      },
    });

    await request()
      .get('/')
      .set('Host', 'localhost:3000')
      .expect(500, 'Something went wrong. Support code: K7F2-QX9M\n');
    expect(logged).toEqual([
      {
        event: 'request.failed',
        facts: { reference: REFERENCE, support_code: 'K7F2-QX9M', cause },
      },
    ]);
  });

  test('in the middle of an answer cuts it off', async () => {
    const { request } = openHandler({
      serve: async (_req, res) => {
        res.write('half of it');
        throw new Error('no more');
      },
    });

    await expect(request().get('/').set('Host', 'localhost:3000')).rejects.toMatchObject({
      code: 'ECONNRESET',
    });
  });

  test('is answered the same way when there is no configuration', async () => {
    const { request } = openHandler({
      current: async () => Promise.reject(new Error('no database')),
    });

    await request().get('/').set('Host', 'localhost:3000').expect(500);
  });
});

describe('an unavailable service', () => {
  const UNAVAILABLE = {
    error: 'temporarily_unavailable',
    error_description: 'the service cannot answer now: try again later',
    support_code: 'K7F2-QX9M',
    reference: REFERENCE,
  };
  const unavailable = async () => {
    throw new Error('read', { cause: new ServiceUnavailable('the database does not answer') });
  };

  test.each([
    ['behind the request handler', { serve: unavailable }],
    ['in the request handler', { current: unavailable }],
  ])('answers programs in JSON, also scripts of other sites: %s', async (_, options) => {
    const { request, logged } = openHandler(options);
    await request()
      .get('/')
      .set('Host', 'localhost:3000')
      .expect(503, UNAVAILABLE)
      .expect('Retry-After', '3')
      .expect('Cache-Control', 'no-store')
      .expect('Access-Control-Allow-Origin', '*')
      .expect('Access-Control-Expose-Headers', 'Trace-Id, X-Request-Id, Support-Code, Retry-After');
    const cause = 'ServiceUnavailable: the database does not answer';
    expect(logged).toEqual([
      {
        event: 'request.unavailable',
        facts: { reference: REFERENCE, support_code: 'K7F2-QX9M', cause },
      },
    ]);
  });

  test('answers a person with a page in their language that reloads itself', async () => {
    const { text } = await openHandler({ serve: unavailable })
      .request()
      .get('/login/x')
      .set('Host', 'localhost:3000')
      .set('Accept', 'text/html,*/*')
      .set('Accept-Language', 'sv')
      .expect(503)
      .expect('Content-Type', 'text/html; charset=utf-8')
      .expect('Retry-After', '3')
      .expect('Refresh', '3');
    expect(text).toContain('Vänta ett ögonblick');
    expect(text).toContain('K7F2-QX9M');
  });

  test.each([
    ['en', 'reload this page'],
    ['sv', 'ladda sedan om sidan'],
    ['da', 'genindlæs så siden'],
    ['nb', 'last deretter siden inn på nytt'],
    ['fi', 'lataa sitten sivu uudelleen'],
  ])('does not reload a page that was posted, and says so in %s', async (language, advice) => {
    const { headers, text } = await openHandler({ serve: unavailable })
      .request()
      .post('/login/x/start')
      .set('Host', 'localhost:3000')
      .set('Accept', 'text/html')
      .set('Accept-Language', language)
      .expect(503);
    expect(headers.refresh).toBeUndefined();
    expect(text).toContain(advice);
  });
});

describe('the rate limit of requests', () => {
  const TOO_MANY = {
    error: 'temporarily_unavailable',
    error_description: 'too many requests: try again later',
    support_code: 'K7F2-QX9M',
    reference: REFERENCE,
  };
  const from = (ip: string, one: ReturnType<typeof openHandler>, host = 'localhost:3000') =>
    one.request().get('/').set('Host', host).set('X-Forwarded-For', ip);

  test('refuses one address with Retry-After, and no other', async () => {
    const one = openHandler({ trusted: [LOOPBACK], perSecond: { address: 0.2 } });
    await from('203.0.113.7', one).expect(200);
    await from('203.0.113.7', one).expect(200);
    await from('203.0.113.7', one).expect(429, TOO_MANY).expect('Retry-After', '4');
    await from('203.0.113.8', one).expect(200);
    await from('203.0.113.7', one).expect(429);
    const limited = { limitKey: 'address', name: '203.0.113.7' };
    expect(one.logged).toEqual([{ event: 'requests.limited', facts: limited }]);
  });

  test('counts one network of IPv6 as one address', async () => {
    const one = openHandler({ trusted: [LOOPBACK], perSecond: { address: 0.1 } });
    await from('2001:db8:1:2::1', one).expect(200);
    await from('2001:db8:1:2:ffff::9', one).expect(429);
    await from('2001:db8:1:3::1', one).expect(200);
  });

  test('counts requests to unknown hosts, too', async () => {
    const one = openHandler({ trusted: [LOOPBACK], perSecond: { address: 0.1 } });
    await from('203.0.113.7', one, 'evil.example').expect(421);
    await from('203.0.113.7', one, 'evil.example').expect(429);
  });

  test('of one tenant leaves other tenants alone', async () => {
    const other = { ...HTTP, tenantId: 'other', issuer: 'http://other.example' };
    const known = new Map([...DOMAINS, ['other.example', other]]);
    const current = async () => ({ ...configuration, domainOf: (host: string) => known.get(host) });
    const one = openHandler({ trusted: [LOOPBACK], perSecond: { tenant: 0.1 }, current });
    await from('203.0.113.1', one).expect(200);
    await from('203.0.113.2', one).expect(429, TOO_MANY);
    await from('203.0.113.3', one, 'other.example').expect(200);
  });

  test('refuses a person with a page', async () => {
    const one = openHandler({ perSecond: { address: 0.1 } });
    await from('', one).expect(200);
    const { text } = await from('', one)
      .set('Accept', 'text/html')
      .expect(429)
      .expect('Refresh', '4');
    expect(text).toContain('Too many at once');
  });
});

describe('the concurrency limit', () => {
  test('refuses requests beyond it until one has ended', async () => {
    const concurrencyLimit = requestConcurrency({ altogether: 2, perTenant: 1 });
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const serve: Serve = async (req, res, admitted) => {
      if (req.url === '/slow') {
        arrive();
        await finished;
      }
      await echo(req, res, admitted);
    };
    const one = openHandler({ concurrencyLimit, serve });
    const slow = one
      .request()
      .get('/slow')
      .set('Host', 'localhost:3000')
      .then(({ status }) => status);
    await arrived;
    await one
      .request()
      .get('/')
      .set('Host', 'localhost:3000')
      .expect(503)
      .expect('Retry-After', '1');
    expect(one.shed).toEqual(['requests']);
    finish();
    expect(await slow).toBe(200);
    await one.request().get('/').set('Host', 'localhost:3000').expect(200);
  });

  test('is released also after an error', async () => {
    const concurrencyLimit = requestConcurrency({ altogether: 1, perTenant: 1 });
    const serve = async () => Promise.reject(new Error('no'));
    const one = openHandler({ concurrencyLimit, serve });
    for (let time = 0; time < 3; time += 1) {
      await one.request().get('/').set('Host', 'localhost:3000').expect(500);
    }
  });
});

test('a request that waits too long for its start is refused, counted, and released', async () => {
  const concurrencyLimit = requestConcurrency({ altogether: 1, perTenant: 1 });
  const full = async () =>
    Promise.reject(new ServiceUnavailable('waited too long for the scheduler'));
  const one = openHandler({ concurrencyLimit, requestScheduler: { enter: full } });
  for (let time = 0; time < 2; time += 1) {
    await one
      .request()
      .get('/')
      .set('Host', 'localhost:3000')
      .expect(503)
      .expect('Retry-After', '3');
  }
  expect(one.shed).toEqual(['requests', 'requests']);
});

test('the work for a request has its tenant, and whether its answer has begun', async () => {
  const requests = systemActiveRequests();
  const known: unknown[] = [];
  const note = () => {
    const present = requests.current();
    known.push([present?.tenantId, present?.isAnswered()]);
  };
  const serve: Serve = async (_req, res) => {
    await new Promise(setImmediate);
    note();
    res.write('half of it');
    note();
    res.end();
  };
  await openHandler({ requests, serve })
    .request()
    .get('/')
    .set('Host', 'localhost:3000')
    .expect(200);
  expect(known).toEqual([
    ['acme', false],
    ['acme', true],
  ]);
  expect(requests.current()).toBeUndefined();
});

test('a draining process closes its connections', async () => {
  const closing = openHandler({ isDraining: true });
  await closing.request().get('/').set('Host', 'localhost:3000').expect('Connection', 'close');
});
