import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';

import { commandAdmission } from '../adapters/admission/database-admission.ts';
import type { Handle } from '../adapters/http/listen.ts';
import { makeAuthenticate } from '../adapters/management/authenticate.ts';
import { consoleFiles } from '../adapters/management/console-files.ts';
import {
  CALLBACK_PATH,
  loginPages,
  makeEndSession,
} from '../adapters/management/login/login-pages.ts';
import { oidcLogin } from '../adapters/management/login/oidc-login.ts';
import { managementApp } from '../adapters/management/management-app.ts';
import { problemOf } from '../adapters/management/problem-of.ts';
import { CONFIGURATION_PARSERS } from '../adapters/management/routes/settings/configuration.ts';
import { FORM_TYPE, jsonInForm } from '../adapters/management/routes/settings/preview.ts';
import { makeRequestApproval } from '../adapters/management/second-person.ts';
import { sessionCookies } from '../adapters/management/session-cookies.ts';
import { pgAdministrators } from '../adapters/postgres/administration/administrators.ts';
import { pgApiTokens } from '../adapters/postgres/administration/api-tokens.ts';
import { pgApprovals } from '../adapters/postgres/administration/approvals.ts';
import { pgManagementEvents } from '../adapters/postgres/administration/management-events.ts';
import { pgManagementSessions } from '../adapters/postgres/administration/management-sessions.ts';
import { pgStoredObjects } from '../adapters/postgres/configuration/stored-objects.ts';
import type { MeasureStatement } from '../adapters/postgres/guarded-pool.ts';
import { openPool } from '../adapters/postgres/pool.ts';
import { randomId, sha256Id } from '../adapters/system/random.ts';
import { makeEnterConsole } from '../management/administrators/enter-console.ts';
import { keepOwnerToken } from '../management/administrators/keep-owner-token.ts';
import { makeNoteRefusals } from '../management/administrators/note-refusals.ts';
import type { Log } from '../ports/log.ts';
import type { Metrics } from '../ports/metrics.ts';
import { managementRoutes, type RouteParts } from './management-routes.ts';

/** The built console; it may be missing. */
const CONSOLE = fileURLToPath(new URL('../../packages/console/dist', import.meta.url));
/** Of its own, so that a long list keeps no login from the database. */
const CONNECTIONS = 2;
/** The longest statement, in seconds: a parallel apply runs first, and a big configuration takes time. */
const STATEMENT_SECONDS = 30;

/** What the management API shares with the service. */
export interface ManagementParts extends RouteParts {
  readonly databaseUrl: string;
  /** Counts the request against the limits of its sender. */
  readonly admit: (req: IncomingMessage) => void;
  readonly measure: MeasureStatement;
  readonly metrics: Pick<Metrics, 'administratorLoggedIn'>;
  /** A token of role owner; undefined: there is none. */
  readonly ownerToken: string | undefined;
  readonly log: Log;
}

/** The management API, ready to be put behind a listening socket. */
export interface Management {
  readonly handle: Handle;
  /** Stores the refusals of changes that were noted since. */
  flushRefusals(): Promise<void>;
  close(): Promise<void>;
}

/** Builds the management API. @throws when its host is that of an issuer */
export async function composeManagement(parts: ManagementParts): Promise<Management> {
  const { listener, vault, configurationSource, clock, log } = parts;
  const { url } = listener;
  const isIssuerHost = async (host: string) =>
    (await configurationSource.current()).domainOf(host) !== undefined;
  if (await isIssuerHost(new URL(url).host)) {
    throw new Error(`MANAGEMENT_URL must not be the host of an issuer: ${url}`);
  }

  const pool = openPool(
    {
      url: parts.databaseUrl,
      size: CONNECTIONS,
      deadline: STATEMENT_SECONDS,
      admission: commandAdmission,
    },
    log,
    { measure: parts.measure },
  );
  const ids = { newId: randomId, hashOf: sha256Id, clock };
  const stores = { pool, vault };
  const storedObjects = pgStoredObjects(pool);
  const administrators = pgAdministrators(stores);
  const sessions = pgManagementSessions(stores);
  const apiTokens = pgApiTokens(stores);
  const managementEvents = pgManagementEvents(stores);
  const approvals = pgApprovals(stores);
  const refusals = makeNoteRefusals({ managementEvents, storedObjects, log, ...ids });
  await keepOwnerToken(parts.ownerToken, { apiTokens, ...ids });
  const routes = managementRoutes({
    ...parts,
    pool,
    isIssuerHost,
    storedObjects,
    administrators,
    apiTokens,
    managementEvents,
    approvals,
  });
  const cookies = sessionCookies(url);
  const endSession = makeEndSession({ cookies, sessions, hashOf: sha256Id });
  const login = loginPages({
    url,
    cookies,
    oidc:
      listener.login && oidcLogin({ ...listener.login, redirectUri: url + CALLBACK_PATH }, clock),
    sessions,
    endSession,
    metrics: parts.metrics,
    administrators,
    enterConsole: makeEnterConsole({ administrators, sessions, ...ids }),
    log,
    ...ids,
  });
  const files = consoleFiles(CONSOLE);
  return {
    handle: managementApp({
      url,
      routes,
      authenticate: makeAuthenticate({ url, cookies, sessions, tokens: apiTokens, ...ids }),
      endSession,
      noteRefusal: refusals.note,
      approvals,
      storedObjects,
      requestApproval: makeRequestApproval({ approvals, ...ids }),
      admit: parts.admit,
      problemOf,
      parsers: { ...CONFIGURATION_PARSERS, [FORM_TYPE]: jsonInForm },
      pages: (ctx, next) => login(ctx, async () => files(ctx, next)),
      newId: randomId,
      clock,
      log,
    }),
    flushRefusals: refusals.flush,
    async close() {
      await refusals.flush().catch((cause: unknown) => {
        log.warn('management.refusals_lost', { cause: String(cause) });
      });
      await pool.end();
    },
  };
}
