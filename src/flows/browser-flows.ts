import type { Flow } from '../domain/application.ts';
import { authorizationCode } from './authorization-code/authorization-code.ts';
import type { BrowserFlow } from './browser-flow.ts';
import { pkce } from './pkce/pkce.ts';

/** The browser flows by the name that an application's settings use. */
export const browserFlows: Readonly<Record<Flow, BrowserFlow>> = {
  'authorization-code': authorizationCode,
  pkce,
};
