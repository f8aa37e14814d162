import Koa from 'koa';

import { useControl } from '../../control/control-api.ts';
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
  useControl(app, world, name);
  app.use(makePhoneApi(phone).routes());
  app.use(makePhonePage().routes());
  return app;
}
