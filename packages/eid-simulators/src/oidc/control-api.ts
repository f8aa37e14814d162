import type { IncomingMessage } from 'node:http';

import { Router } from '@koa/router';
import Koa, { type Context, type Next } from 'koa';
import type { ClientMetadata } from 'oidc-provider';

import type { AdvanceableClock } from '../bankid/clock.ts';
import { BodyError, readJson } from '../bankid/json-body.ts';
import { type Country, type Person, personsOf } from '../world/persons.ts';
import {
  parseAdvance,
  parseApproval,
  parseClient,
  parseFault,
  parseScript,
} from './control-requests.ts';
import type { Faults } from './faults.ts';
import type { Logins } from './logins.ts';
import { Refusal, type RefusalCode } from './refusal.ts';

/** A running eID, as the control API needs it. */
export interface ControlledEid {
  readonly name: string;
  readonly country: Country;
  readonly issuer: string;
  addClient(client: ClientMetadata): Promise<void>;
}

/** The dependencies of the control API. */
export interface ControlApiDeps {
  readonly eids: readonly ControlledEid[];
  readonly logins: Logins;
  readonly faults: Faults;
  readonly clock: AdvanceableClock;
}

const MAXIMUM_BODY = 64 * 1024;

/** The routes below `/api`, for a tester or a script in the person's place. */
export function makeControlApi({ eids, logins, faults, clock }: ControlApiDeps): Koa {
  const api = new Router({ prefix: '/api' });

  api.get('/eids', (context) => {
    context.body = eids.map(({ name, country, issuer }) => ({
      name,
      issuer,
      persons: personsOf(country),
    }));
  });
  api.post('/clients', async (context) => {
    const { profile, client } = parseClient(await bodyOf(context.req));
    await eidOf(profile).addClient(client);
    context.status = 204;
  });
  api.get('/logins', (context) => {
    context.body = logins.pending();
  });
  api.post('/logins/:id/approve', async (context) => {
    const id = String(context.params.id);
    const personId = parseApproval(await bodyOf(context.req));
    const login = logins.find(id);
    if (login === undefined) throw new Refusal('unknown_login', 'No login has this id');
    const person = personOf(login.profile, personId);
    context.body = logins.decide(id, { kind: 'approved', person });
  });
  api.post('/logins/:id/abort', (context) => {
    context.body = logins.decide(String(context.params.id), { kind: 'aborted' });
  });
  api.post('/script', async (context) => {
    const { profile, decision, person } = parseScript(await bodyOf(context.req));
    eidOf(profile);
    if (person !== undefined) {
      logins.script(profile, { kind: 'approved', person: personOf(profile, person) });
    } else logins.script(profile, decision === 'abort' ? { kind: 'aborted' } : undefined);
    context.status = 204;
  });
  api.get('/faults', (context) => {
    context.body = faults.list();
  });
  api.post('/faults', async (context) => {
    const fault = parseFault(await bodyOf(context.req));
    eidOf(fault.profile);
    faults.add(fault);
    context.body = faults.list();
  });
  api.delete('/faults', (context) => {
    faults.clear();
    context.body = faults.list();
  });
  api.get('/clock', (context) => {
    context.body = { now: clock.now() };
  });
  api.post('/clock', async (context) => {
    context.body = { now: clock.advance(parseAdvance(await bodyOf(context.req))) };
  });

  const app = new Koa();
  app.use(answerRefusals);
  app.use(refuseForeignPages);
  app.use(api.routes());
  return app;

  function eidOf(name: string): ControlledEid {
    const eid = eids.find((each) => each.name === name);
    if (eid === undefined) throw new Refusal('unknown_profile', 'No eID has this name');
    return eid;
  }

  function personOf(profile: string, personId: string): Person {
    const person = personsOf(eidOf(profile).country).find(({ id }) => id === personId);
    if (person === undefined) throw new Refusal('unknown_person', 'The eID has no such person');
    return person;
  }
}

const STATUS: Readonly<Record<RefusalCode, number>> = {
  malformed_request: 400,
  not_json: 415,
  foreign_page: 403,
  unknown_profile: 404,
  unknown_login: 404,
  unknown_person: 404,
  already_decided: 409,
};

async function answerRefusals(context: Context, next: Next): Promise<void> {
  try {
    await next();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    context.status = STATUS[error.code];
    context.body = { error: error.code, reason: error.message };
  }
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** No page in a tester's browser may decide: browsers send the origin with each POST. */
async function refuseForeignPages(context: Context, next: Next): Promise<void> {
  const { origin } = context.headers;
  const isOwn = origin === undefined || origin === `http://${context.host}`;
  const isLocal = !isLoopback(context.req.socket.localAddress) || LOOPBACK.test(context.hostname);
  if (!isOwn || !isLocal) throw new Refusal('foreign_page', 'Only scripts may use this');
  context.set('Cache-Control', 'no-store');
  await next();
}

function isLoopback(address: string | undefined): boolean {
  return address === undefined || /^(127\.|::1$|::ffff:127\.)/.test(address);
}

/** Only JSON: a form on a foreign page cannot send it. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json *(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new Refusal('not_json', 'Send the body with Content-Type: application/json');
  }
  try {
    return await readJson(request, MAXIMUM_BODY);
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    throw new Refusal('malformed_request', `The body is ${error.fault.replace('-', ' ')}`);
  }
}
