import type { IncomingMessage } from 'node:http';

import { Router } from '@koa/router';
import type { Context, Next } from 'koa';

import type { AdvanceableClock } from '../clock.ts';
import { BodyError, readJson } from '../json-body.ts';
import { Refusal, type RefusalCode } from '../refusal.ts';
import type { Faults } from '../rp-api/faults.ts';
import type { Statistics } from '../statistics.ts';
import { testPersons } from './persons.ts';
import type { Action, Phone } from './phone.ts';
import { parseAct, parseAdvance, parseFault, parseOpen, parseScan } from './phone-requests.ts';

/** The dependencies of the control API. */
export interface PhoneApiDeps {
  readonly phone: Phone;
  readonly clock: AdvanceableClock;
  readonly faults: Faults;
  readonly statistics: Statistics;
}

const MAXIMUM_BODY = 1024 * 1024;

const ACTIONS: readonly Action[] = ['approve', 'cancel', 'confirm-call', 'decline-call', 'fail'];

/** The routes below `/api`, for a tester or a script in the person's place. */
export function makePhoneApi({ phone, clock, faults, statistics }: PhoneApiDeps): Router {
  const api = new Router({ prefix: '/api' });

  api.get('/orders', (context) => {
    context.body = phone.list();
  });
  api.post('/scan', async (context) => {
    const { qrData, personalNumber } = parseScan(await bodyOf(context.req));
    context.body = phone.scan(qrData, personalNumber);
  });
  api.post('/open', async (context) => {
    const { request, personalNumber } = parseOpen(await bodyOf(context.req));
    context.body = phone.open(request, personalNumber);
  });
  for (const action of ACTIONS) {
    api.post(`/orders/:orderRef/${action}`, async (context) => {
      const act = parseAct(action, await bodyOf(context.req));
      context.body = phone.act(String(context.params.orderRef), act);
    });
  }
  api.get('/persons', (context) => {
    context.body = testPersons;
  });
  api.get('/clock', (context) => {
    context.body = { now: clock.now() };
  });
  api.post('/clock', async (context) => {
    context.body = { now: clock.advance(parseAdvance(await bodyOf(context.req))) };
  });
  api.get('/faults', (context) => {
    context.body = faults.list();
  });
  api.post('/faults', async (context) => {
    faults.add(parseFault(await bodyOf(context.req)));
    context.body = faults.list();
  });
  api.delete('/faults', (context) => {
    faults.clear();
    context.body = faults.list();
  });
  api.get('/statistics', (context) => {
    context.body = statistics.read();
  });
  return api;
}

const STATUS: Readonly<Record<RefusalCode, number>> = {
  malformed_request: 400,
  not_json: 415,
  foreign_page: 403,
  malformed_qr_code: 400,
  malformed_link: 400,
  malformed_personal_number: 400,
  unknown_qr_code: 404,
  unknown_start_token: 404,
  unknown_order: 404,
  wrong_qr_code: 400,
  stale_qr_code: 409,
  already_used: 409,
  order_over: 409,
  not_a_phone_order: 409,
  wrong_person: 409,
  no_usable_bankid: 409,
  never_starts: 409,
  wrong_moment: 409,
};

/** Responds to a refusal. */
export async function answerRefusals(context: Context, next: Next): Promise<void> {
  try {
    await next();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    context.status = STATUS[error.code];
    context.body = { error: error.code, reason: error.message };
  }
}

/** Only JSON: a form on a foreign page cannot send it. An empty body means no members. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const {
    'content-type': type,
    'content-length': length,
    'transfer-encoding': coding,
  } = request.headers;
  if ((length === undefined || length === '0') && coding === undefined) return {};
  if (type === undefined || !/^application\/json *(;|$)/i.test(type)) {
    throw new Refusal('not_json', 'Send the body with Content-Type: application/json');
  }
  try {
    return await readJson(request, MAXIMUM_BODY);
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    throw new Refusal('malformed_request', `The body is ${error.fault.replace('-', ' ')}`);
  }
}
