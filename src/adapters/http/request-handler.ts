import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressBlock } from '../../domain/address-block.ts';
import { ServiceUnavailable } from '../../domain/failure.ts';
import type { Domain } from '../../domain/tenant.ts';
import { tooManyParameters } from '../../domain/too-many-parameters.ts';
import type {
  ActiveRequests,
  ConcurrencyLimit,
  RequestLimits,
  RequestScheduler,
} from '../../ports/admission.ts';
import type { Configuration, ConfigurationSource } from '../../ports/configuration.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { ClientConnection, ReadClientConnection } from './client-address.ts';
import { isTooBig } from './listen.ts';
import type { RejectRequest } from './reject-request.ts';
import { securityHeaders } from './security-headers.ts';

/** The domain of an admitted request, and the configuration that holds for it. */
export interface AdmittedRequest {
  readonly domain: Domain;
  readonly configuration: Configuration;
}

/** Serves an admitted request. */
export interface Serve {
  (req: IncomingMessage, res: ServerResponse, admitted: AdmittedRequest): Promise<void>;
}

interface Deps {
  readonly configurationSource: ConfigurationSource;
  readonly readClientConnection: ReadClientConnection;
  readonly requestLimits: Pick<RequestLimits, 'count'>;
  readonly concurrencyLimit: ConcurrencyLimit;
  readonly requestScheduler: RequestScheduler;
  readonly rejectRequest: RejectRequest;
  /** True once this process is about to stop. */
  readonly isDraining: () => boolean;
  readonly metrics: Pick<Metrics, 'shed'>;
  readonly requests: Pick<ActiveRequests, 'run'>;
  readonly serve: Serve;
}

const PARSED_HEADERS = ['accept', 'accept-language', 'accept-encoding', 'user-agent'] as const;
/** In characters. Browsers send a few hundred. */
const MAX_PARSED_HEADER_LENGTH = 2_048;

/** A permit may be free the next moment. */
const SOON = { retryAfter: 1 };

/**
 * The entry point of every request. The Host header selects the issuer from an allow-list, and plain HTTP does not
 * reach an https issuer. Forwarding headers are replaced by what the trusted proxies report. Then the rate limits, the
 * concurrency limit and the request scheduler apply. No answer may be cached unless its own page sets it.
 */
export function requestHandler(deps: Deps) {
  const { configurationSource, readClientConnection, requestLimits, rejectRequest, isDraining } =
    deps;

  return async function handleRequest(
    req: IncomingMessage,
    res: ServerResponse,
    reference: string,
  ): Promise<void> {
    res.setHeader('Cache-Control', 'no-store');
    // The client's next request finds another replica, by a connection of its own.
    if (isDraining()) res.setHeader('Connection', 'close');
    try {
      dropLongHeaders(req);
      const fault = faultOf(req);
      if (fault !== undefined) return refuse(res, 400, fault);
      if (isTooBig(req)) return refuseBody(res);
      useOriginForm(req);
      const connection = readClientConnection(req);
      requestLimits.count('address', addressBlock(connection.ip));
      const configuration = await configurationSource.current();
      const domain = configuration.domainOf((req.headers.host ?? '').toLowerCase());
      if (domain === undefined) return refuse(res, 421, 'This host is not served here.');
      if (domain.issuer.startsWith('https:') && !connection.secure)
        return requireHttps(req, res, domain);

      requestLimits.count('tenant', domain.tenantId);
      forwardAs(req, domain, connection);
      for (const [name, value] of securityHeaders(domain)) res.setHeader(name, value);
      await serveWithinLimits(req, res, { domain, configuration });
    } catch (error) {
      rejectRequest(req, res, { error, reference });
    }
  };

  async function serveWithinLimits(...request: Parameters<Serve>): Promise<void> {
    const [, res, { domain }] = request;
    const { tenantId } = domain;
    const release = deps.concurrencyLimit.take(tenantId);
    if (release === undefined)
      return shed(new ServiceUnavailable('the concurrency limit is reached', SOON));
    try {
      await deps.requestScheduler.enter(tenantId).catch(shed);
      const present = { tenantId, isAnswered: () => res.headersSent };
      await deps.requests.run(present, () => deps.serve(...request));
    } finally {
      release();
    }
  }

  function shed(error: ServiceUnavailable): never {
    deps.metrics.shed('requests');
    throw error;
  }
}

/**
 * Headers that name preferences or a browser, and whose parsing takes longer the longer they are. They never make a
 * request fail, so a long one counts as not sent.
 */
function dropLongHeaders({ headers }: IncomingMessage): void {
  for (const name of PARSED_HEADERS) {
    const { length } = String(headers[name] ?? '');
    if (length > MAX_PARSED_HEADER_LENGTH) delete headers[name];
  }
}

/** The fault of a request that no domain can serve. */
function faultOf({ rawHeaders, url = '' }: IncomingMessage): string | undefined {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name));
  // Node takes the first, a proxy before us perhaps the last (RFC 9112 §3.2).
  if (hosts.length > 1) return 'A request names one host.';
  if (tooManyParameters(url)) return 'The query has too many parameters.';
  return undefined;
}

/**
 * A target in absolute form takes the place of the Host header (RFC 9112 §3.2.2). The handlers
 * get its path only: frameworks would build URLs from any host in it.
 */
function useOriginForm(req: IncomingMessage): void {
  const target = req.url ?? '';
  if (target.startsWith('/')) return;
  const url = URL.canParse(target) ? new URL(target) : undefined;
  req.headers.host = url?.host ?? '';
  req.url = url === undefined ? '/' : `${url.pathname}${url.search}`;
}

/** Only a GET is redirected to https: the body of a POST must not be sent twice. */
function requireHttps(req: IncomingMessage, res: ServerResponse, domain: Domain): void {
  const page = req.method === 'GET';
  if (page) res.setHeader('Location', `${domain.issuer}${req.url ?? '/'}`);
  refuse(res, page ? 308 : 400, 'This service is reached over https only.');
}

/** The handlers build URLs and cookies from the issuer alone, and read the address from the trusted proxies alone. */
function forwardAs(req: IncomingMessage, domain: Domain, connection: ClientConnection): void {
  const issuer = new URL(domain.issuer);
  for (const name of Object.keys(req.headers)) {
    if (name === 'forwarded' || name.startsWith('x-forwarded-')) delete req.headers[name];
  }
  req.headers.host = issuer.host;
  req.headers['x-forwarded-host'] = issuer.host;
  req.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
  req.headers['x-forwarded-for'] = connection.ip;
}

/** The rest of this connection is the unread body, so it is closed. */
function refuseBody(res: ServerResponse): void {
  res.setHeader('Connection', 'close');
  refuse(res, 413, 'The body is too big.');
}

function refuse(res: ServerResponse, status: number, text: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.end(`${text}\n`);
}
