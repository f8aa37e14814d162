import type { Context } from 'koa';

import type { Login } from '../../../../flows/browser-login/login.ts';

/** Answers a request about a login that this browser may see. */
export type Route = (ctx: Context, login: Login) => Promise<void>;
