import type { Context } from 'koa';
import type { Domain } from '../../domain/tenant.ts';
import type { BackchannelFlows } from '../../flows/flows.ts';
import type { ConsumeResult } from '../../flows/order/consume-result.ts';
import type { SingleSignOn } from '../../flows/single-sign-on/single-sign-on.ts';
import type { RequestLimits } from '../../ports/admission.ts';
import type { Artifacts, Issuance } from '../../ports/artifacts.ts';
import type { Authentications, LoginLookup } from '../../ports/authentications.ts';
import type { Configuration } from '../../ports/configuration.ts';
import type { Log } from '../../ports/log.ts';
import type { NoteSteps } from '../../ports/login-timelines.ts';
import type { Pseudonyms } from '../../ports/persons.ts';
import type { AuthenticationIdOf, Clock, NewId, NewSupportCode } from '../../ports/runtime.ts';
import type { NoteSecretUse } from '../../ports/secret-uses.ts';
import type { NewSigningKey, SigningKeys } from '../../ports/signing-keys.ts';
import type { Vault } from '../../ports/vault.ts';
import type { ClientSecrets, PublishedKeys } from './clients/client-credentials.ts';
import type { EmbeddedFlows } from './embedded/embedded-login.ts';
import type { ErrorLogDeps } from './log.ts';
import type { Accounts } from './logins/accounts.ts';
import type { CurrentLogins } from './logins/login-adapter.ts';
import type { ErrorPage } from './response-modes/error-response.ts';
import type { PolicyFor } from './response-modes/response-shapes.ts';
import type { ConsumeLogin } from './storage/consume-login.ts';
import type { RequestCache } from './storage/grant-adapter.ts';
import type { NoteRefusal } from './support-code.ts';

/** The dependencies that the providers of all domains share. */
export interface ProviderDeps {
  readonly consumeResult: ConsumeResult;
  readonly backchannel: BackchannelFlows;
  readonly embedded: EmbeddedFlows;
  readonly singleSignOn: SingleSignOn;
  readonly requestLimits: Pick<RequestLimits, 'count'>;

  readonly authentications: Authentications;
  readonly artifacts: Artifacts;
  readonly loginLookup: LoginLookup;
  readonly issuance: Issuance;
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
  readonly newSupportCode: NewSupportCode;
  readonly noteSteps: NoteSteps;
  readonly noteSecretUse?: NoteSecretUse;
  readonly authenticationIdOf: AuthenticationIdOf;
  readonly clock: Clock;
  readonly log: Log;
  readonly onFault: ErrorLogDeps['onFault'];
}

/** The same with what one domain's provider has of its own: each part of it takes what it needs. */
export interface ProviderParts extends ProviderDeps, Accounts {
  readonly domain: Domain;
  readonly configuration: Configuration;
  readonly secrets: ClientSecrets;
  readonly cache: RequestCache;
  readonly consumeLogin: ConsumeLogin;
  readonly currentLogins: CurrentLogins;
  readonly noteRefusal: NoteRefusal;
}
