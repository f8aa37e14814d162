import type { Middleware } from 'koa';

import { BACKCHANNEL_ENDPOINTS, ENDPOINTS } from '../endpoints.ts';

/** The channels without a browser. */
export type BackchannelChannel = 'ciba' | 'headless';

/** Our own event beside the library's: a request was started. */
export const REQUEST_STARTED = 'backchannel_authentication.success';

/** The parameter that names a request. */
export const REQUEST_ID = { ciba: 'auth_req_id', headless: 'headless_req_id' } as const;

const FORMS: readonly string[] = [
  ENDPOINTS.backchannel_authentication,
  ...Object.values(BACKCHANNEL_ENDPOINTS),
];

/** A body without a type is no form (RFC 9110 §8.3): the library would read it as an empty one. */
export const requireBodyType: Middleware = (ctx, next) => {
  if (ctx.method === 'POST' && FORMS.includes(ctx.path)) {
    ctx.req.headers['content-type'] ??= 'application/octet-stream';
  }
  return next();
};
