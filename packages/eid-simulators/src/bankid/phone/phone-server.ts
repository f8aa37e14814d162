import Koa from 'koa';

import { controlApi } from '../../control/control-api.ts';
import { waitingPage } from '../../control/waiting-page.ts';
import { answerRefusals, refuseForeignPages } from '../../shared/own-pages.ts';
import type { World } from '../../world/world.ts';
import type { Phone } from './phone.ts';
import { makePhoneApi } from './phone-api.ts';
import { makePhonePage } from './phone-page.ts';

/** The phone's web page, its control API and that of the world, for own pages and for scripts only. */
export function makePhoneServer(
  phone: Phone,
  { world, name }: { world: World; name: string },
): Koa {
  const app = new Koa();
  app.use(answerRefusals);
  app.use(refuseForeignPages);
  app.use(makePhoneApi(phone).routes());
  app.use(controlApi(world, name).routes());
  app.use(waitingPage(world).routes());
  app.use(makePhonePage().routes());
  return app;
}
