import { Router } from '@koa/router';

import { jsonOf } from '../../shared/own-pages.ts';
import type { Action, Phone } from './phone.ts';
import { parseAct, parseOpen, parseScan } from './phone-requests.ts';

const ACTIONS: readonly Action[] = ['approve', 'cancel', 'confirm-call', 'decline-call', 'fail'];

/** The routes below `/api` for orders, for a tester or a script in the person's place. All others are of the control API. */
export function makePhoneApi(phone: Phone): Router {
  const api = new Router({ prefix: '/api' });

  api.get('/orders', (context) => {
    context.body = phone.list();
  });
  api.post('/scan', async (context) => {
    const { qrData, personalNumber } = parseScan(await jsonOf(context));
    context.body = phone.scan(qrData, personalNumber);
  });
  api.post('/open', async (context) => {
    const { request, personalNumber } = parseOpen(await jsonOf(context));
    context.body = phone.open(request, personalNumber);
  });
  for (const action of ACTIONS) {
    api.post(`/orders/:orderRef/${action}`, async (context) => {
      const act = parseAct(action, await jsonOf(context));
      context.body = phone.act(String(context.params.orderRef), act);
    });
  }
  return api;
}
