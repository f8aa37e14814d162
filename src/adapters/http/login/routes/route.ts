import type { Context } from 'koa';

import type { FoundLogin } from '../logins.ts';

/** Answers a request about a login that this browser may see. */
export type Route = (ctx: Context, found: FoundLogin) => Promise<void>;
