import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Domain } from '../../domain/tenant.ts';
import { tooManyParameters } from '../../domain/too-many-parameters.ts';
import type { Configuration, Directory } from '../../ports/directory.ts';
import type { NewId } from '../../ports/ids.ts';
import type { Log } from '../../ports/log.ts';
import type { Arrival, ReadArrival } from './arrival.ts';
import { securityHeaders } from './security-headers.ts';

/** A request that has been let in, with what everything behind the door may rely on. */
export interface Admission {
  readonly domain: Domain;
  readonly configuration: Configuration;
}

/** Serves an admitted request. */
export interface Serve {
  (req: IncomingMessage, res: ServerResponse, admission: Admission): Promise<void>;
}

interface Deps {
  readonly directory: Directory;
  readonly readArrival: ReadArrival;
  readonly newId: NewId;
  readonly log: Log;
  readonly serve: Serve;
}

/**
 * The front door: the Host header chooses the issuer from an allow-list, plain HTTP does not reach an https
 * issuer, and behind the door every forwarding header says what we know instead of what the client says.
 * An answer is not kept by anybody unless its own page says otherwise.
 */
export function frontDoor({ directory, readArrival, newId, log, serve }: Deps) {
  return async function admit(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const reference = newId().slice(0, 22);
    res.setHeader('X-Request-Id', reference);
    res.setHeader('Cache-Control', 'no-store');
    try {
      const fault = faultOf(req);
      if (fault !== undefined) return refuse(res, 400, fault);
      useOriginForm(req);
      const configuration = await directory.current();
      const domain = configuration.domainOf((req.headers.host ?? '').toLowerCase());
      if (domain === undefined) return refuse(res, 421, 'This host is not served here.');
      const arrival = readArrival(req);
      if (domain.issuer.startsWith('https:') && !arrival.secure) return insist(req, res, domain);

      forwardAs(req, domain, arrival);
      for (const [name, value] of securityHeaders(domain)) res.setHeader(name, value);
      await serve(req, res, { domain, configuration });
    } catch (cause) {
      log.error('request.failed', { reference, cause });
      refuse(res, 500, `Something went wrong. Reference: ${reference}`);
    }
  };
}

/** What makes a request unreadable, whoever it is for. */
function faultOf({ rawHeaders, url = '' }: IncomingMessage): string | undefined {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name));
  // Node takes the first, a proxy before us perhaps the last (RFC 9112 §3.2).
  if (hosts.length > 1) return 'A request names one host.';
  if (tooManyParameters(url)) return 'The query has too many parameters.';
  return undefined;
}

/**
 * A target in absolute form takes the place of the Host header (RFC 9112 §3.2.2). Behind the door there is
 * only its path: frameworks build URLs from whatever host they find in it.
 */
function useOriginForm(req: IncomingMessage): void {
  const target = req.url ?? '';
  if (target.startsWith('/')) return;
  const url = URL.canParse(target) ? new URL(target) : undefined;
  req.headers.host = url?.host ?? '';
  req.url = url === undefined ? '/' : `${url.pathname}${url.search}`;
}

/** Only a page may be asked for again over https: whatever a POST carried must not be sent twice. */
function insist(req: IncomingMessage, res: ServerResponse, domain: Domain): void {
  const page = req.method === 'GET';
  if (page) res.setHeader('Location', `${domain.issuer}${req.url ?? '/'}`);
  refuse(res, page ? 308 : 400, 'This service is reached over https only.');
}

/** URLs, cookies and addresses behind the door come from the issuer and the trusted arrival alone. */
function forwardAs(req: IncomingMessage, domain: Domain, arrival: Arrival): void {
  const issuer = new URL(domain.issuer);
  for (const name of Object.keys(req.headers)) {
    if (name === 'forwarded' || name.startsWith('x-forwarded-')) delete req.headers[name];
  }
  req.headers.host = issuer.host;
  req.headers['x-forwarded-host'] = issuer.host;
  req.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
  req.headers['x-forwarded-for'] = arrival.ip;
}

function refuse(res: ServerResponse, status: number, text: string): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  res.statusCode = status;
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.end(`${text}\n`);
}
