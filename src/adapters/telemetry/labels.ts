import type { EidEnvironment } from '../../domain/configuration.ts';
import type { Expiry } from '../../domain/expiry.ts';
import type { Kind } from '../../domain/intent.ts';
import type { EidCertificate } from '../../ports/eid.ts';
import type {
  AdministratorLogin,
  AuthenticationTraits,
  CircuitState,
  EidCall,
  Endpoint,
  LimitKind,
  PurgedTable,
  SettledAuthentication,
  ShedReason,
  StatementRun,
  WebhookDelivery,
} from '../../ports/metrics.ts';

/** A label and its values: all of them, or a description. */
export interface Label {
  readonly values: readonly string[] | string;
}

/** All values of a union; one that is missing does not compile. */
type All<Value extends string> = Readonly<Record<Value, true>>;

const ENDPOINTS: All<Endpoint> = {
  authorize: true,
  resume: true,
  token: true,
  userinfo: true,
  par: true,
  ciba: true,
  headless: true,
  'request-events': true,
  'request-cancel': true,
  embedded: true,
  logout: true,
  'login-page': true,
  'login-status': true,
  'login-action': true,
  asset: true,
  'error-page': true,
  discovery: true,
  jwks: true,
  other: true,
};
const OUTCOMES: All<SettledAuthentication['outcome']> = {
  identified: true,
  remembered: true,
  declined: true,
  'not-opened': true,
  expired: true,
  superseded: true,
  blocked: true,
  'app-unable': true,
  'too-risky': true,
  failed: true,
  'other-browser': true,
  'other-person': true,
  lost: true,
  unverified: true,
};
const RESULTS: All<EidCall['outcome']> = {
  answered: true,
  'eid-not-offered': true,
  'channel-not-offered': true,
  'eid-unavailable': true,
  'eid-refused-request': true,
  'eid-busy-with-person': true,
  'eid-misconfigured': true,
  'circuit-open': true,
  'too-many-calls': true,
};
const REASONS: All<ShedReason> = { connections: true, requests: true };
const LIMITS: All<LimitKind> = {
  address: true,
  'address-starts': true,
  client: true,
  tenant: true,
  login: true,
  starts: true,
};
const KINDS: All<Kind> = { authentication: true, signature: true };
const CHANNELS: All<AuthenticationTraits['channel']> = {
  browser: true,
  ciba: true,
  headless: true,
};
const OPERATIONS: All<EidCall['operation']> = {
  start: true,
  collect: true,
  cancel: true,
  begin: true,
  finish: true,
};
const STATES: All<CircuitState> = { closed: true, 'half-open': true, open: true };
const SCOPES: All<EidEnvironment> = { test: true, production: true, both: true };
const USES: All<EidCertificate['use']> = {
  client: true,
  authority: true,
  server: true,
  signer: true,
  'own-key': true,
  'provider-key': true,
  'entity-statement': true,
};
const ENDS: All<StatementRun['outcome']> = { done: true, failed: true };
const TABLES: All<PurgedTable> = {
  artifact: true,
  authentication: true,
  rate_limit: true,
  signing_key: true,
  management: true,
  login_timeline: true,
};
const EXPIRING: All<Expiry['kind']> = {
  certificate: true,
  'client-secret': true,
  'registered-key': true,
  'signing-key': true,
  'eid-key': true,
  'api-token': true,
};
const DELIVERIES: All<WebhookDelivery['outcome']> = {
  accepted: true,
  refused: true,
  unreachable: true,
};

const LOGINS: All<AdministratorLogin> = {
  entered: true,
  failed: true,
  'not-invited': true,
  'invitation-closed': true,
};

/** Labels of the metrics. No value is chosen by a caller or describes a person. */
export const LABELS = {
  endpoint: { values: Object.keys(ENDPOINTS) },
  status: { values: 'the HTTP status, or `aborted`' },
  reason: { values: Object.keys(REASONS) },
  limit: { values: Object.keys(LIMITS) },
  eid: { values: 'the name of an eID, or `unknown` when it is no longer offered' },
  kind: { values: Object.keys(KINDS) },
  channel: { values: Object.keys(CHANNELS) },
  outcome: { values: Object.keys(OUTCOMES) },
  operation: { values: Object.keys(OPERATIONS) },
  result: { values: Object.keys(RESULTS) },
  tenant: { values: 'a tenant’s id' },
  webhook: { values: 'a webhook’s id' },
  environment: { values: Object.keys(SCOPES) },
  state: { values: Object.keys(STATES) },
  use: { values: Object.keys(USES) },
  end: { values: Object.keys(ENDS) },
  connection: { values: ['busy', 'idle'] },
  table: { values: Object.keys(TABLES) },
  delivery: { values: Object.keys(DELIVERIES) },
  login: { values: Object.keys(LOGINS) },
  expiring: { values: Object.keys(EXPIRING) },
  quantile: { values: ['0.5', '0.99', '1'] },
} as const satisfies Readonly<Record<string, Label>>;
