import type { Context } from 'koa';

import type { Domain } from '../../domain/tenant.ts';
import type { HandOut } from '../../flows/order/hand-out.ts';
import type { PolledFlows } from '../../flows/polling/polled-flows.ts';
import type { RequestLimits } from '../../flows/request-limits/request-limits.ts';
import type { SingleSignOn } from '../../flows/single-sign-on/single-sign-on.ts';
import type { Artifacts } from '../../ports/artifacts.ts';
import type { Authentications } from '../../ports/authentications.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Configuration } from '../../ports/directory.ts';
import type { AttemptIdOf, NewId } from '../../ports/ids.ts';
import type { Log } from '../../ports/log.ts';
import type { LoginLookup } from '../../ports/login-lookup.ts';
import type { Pseudonyms } from '../../ports/pseudonyms.ts';
import type { Redemptions } from '../../ports/redemptions.ts';
import type { NewSigningKey, SigningKeys } from '../../ports/signing-keys.ts';
import type { Vault } from '../../ports/vault.ts';
import type { PublishedKeys } from './clients/client-keys.ts';
import type { ClientSecrets } from './clients/client-secrets.ts';
import type { EmbeddedFlows } from './embedded/embedded-deps.ts';
import type { ErrorPage } from './errors/error-page.ts';
import type { ErrorLogDeps } from './log/error-log.ts';
import type { accounts } from './logins/accounts.ts';
import type { CurrentLogins } from './logins/current-logins.ts';
import type { GiveResult } from './logins/give-result.ts';
import type { PolicyFor } from './requests/form-post-policy.ts';
import type { Exchanges } from './storage/exchanges.ts';
import type { RequestMemo } from './storage/request-memo.ts';

/** What every domain's provider shares. */
export interface ProviderDeps {
  readonly handOut: HandOut;
  readonly polled: PolledFlows;
  readonly embedded: EmbeddedFlows;
  readonly singleSignOn: SingleSignOn;
  readonly requestLimits: Pick<RequestLimits, 'count'>;

  readonly authentications: Authentications;
  readonly artifacts: Artifacts;
  readonly loginLookup: LoginLookup;
  readonly redemptions: Redemptions;
  readonly pseudonyms: Pseudonyms;
  readonly signingKeys: SigningKeys;
  readonly newSigningKey: NewSigningKey;
  readonly publishedKeys: PublishedKeys;
  readonly vault: Vault;

  /** When the database was last taken from a backup, if ever. */
  readonly restoredAt: Date | undefined;

  readonly contentSecurityPolicy: PolicyFor;
  readonly errorPage: ErrorPage;
  /** The HTML page after a logout that leads nowhere. */
  readonly loggedOutPage: (ctx: Context, uiLocales: readonly string[]) => string;

  readonly newId: NewId;
  readonly attemptIdOf: AttemptIdOf;
  readonly clock: Clock;
  readonly log: Log;
  readonly onFault: ErrorLogDeps['onFault'];
}

/** The same with what one domain's provider has of its own: each part of it takes what it needs. */
export interface ProviderParts extends ProviderDeps, ReturnType<typeof accounts> {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly secrets: ClientSecrets;
  readonly memo: RequestMemo;
  readonly exchanges: Exchanges;
  readonly giveResult: GiveResult;
  readonly currentLogins: CurrentLogins;
}
