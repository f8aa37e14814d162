import { suggestion } from '../../domain/closest-name.ts';
import { mayServeProduction, scopesOf } from '../../domain/eid-offer.ts';
import { DEFAULT_LIMITS, type Environment } from '../../domain/tenant.ts';
import { type Problem, problemsOf } from '../configuration-problems.ts';
import { type ApplicationContext, applicationProblems } from './application-rules.ts';
import { brandingProblems } from './branding.ts';
import {
  acrValuesOf,
  discontinued,
  environmentOf,
  type KnownEid,
  knownEid,
  problemsTest,
  replacementsOf,
  servesProduction,
  strictestEnvironment,
  uniqueMemberProblems,
} from './checks.ts';
import { fileSchema } from './schema.ts';
import { isLoopback } from './url-rules.ts';
import { webhookProblems } from './webhooks.ts';
import { joinedPath, listAt, memberAt, textAt } from './yaml-values.ts';

/** The parameters of the rules beside the file. */
export interface FileContext {
  readonly eids: readonly KnownEid[];
  readonly now: Date;
}

/** Every problem of a file whose references are resolved, by path; unknown keys excepted. */
export function fileProblems(file: unknown, context: FileContext): readonly Problem[] {
  const schema = fileSchema.test(problemsTest('rules', (value) => ruleProblems(value, context)));
  try {
    schema.validateSync(file, { strict: true, abortEarly: false });
    return [];
  } catch (error) {
    return problemsOf(error);
  }
}

function ruleProblems(file: unknown, context: FileContext): Problem[] {
  const tenants = listAt(file, 'tenants');
  return [
    ...below('tenants', uniqueMemberProblems(tenants, 'id')),
    ...sharedIssuerProblems(tenants),
    ...tenants.flatMap((tenant, index) =>
      below(`tenants[${index}]`, tenantProblems(tenant, context)),
    ),
  ];
}

function sharedIssuerProblems(tenants: readonly unknown[]): Problem[] {
  const seen = new Set<string>();
  return tenants.flatMap((tenant, tenantIndex) =>
    listAt(tenant, 'domains').flatMap((domain, index) => {
      const issuer = textAt(domain, 'issuer');
      if (issuer === undefined) return [];
      const path = `tenants[${tenantIndex}].domains[${index}].issuer`;
      if (seen.has(issuer)) return [{ path, message: 'is listed twice' }];
      seen.add(issuer);
      return [];
    }),
  );
}

function tenantProblems(tenant: unknown, { eids, now }: FileContext): Problem[] {
  const domains = listAt(tenant, 'domains');
  const applications = listAt(tenant, 'applications');
  const acrValues = listAt(tenant, 'eids').flatMap((item) => offeredBy(item, eids));
  const scopes = scopesOf(eids.map(({ offer }) => offer));
  const replacements = replacementsOf(eids);
  const context: ApplicationContext = { domains, acrValues, replacements, scopes, now };
  return [
    ...brandingProblems(tenant, strictestEnvironment(undefined, domains)),
    ...domains.flatMap((domain, index) => below(`domains[${index}]`, domainProblems(domain))),
    ...below('eids', eidProblems(listAt(tenant, 'eids'), { eids, domains })),
    ...below('applications', uniqueMemberProblems(applications, 'clientId')),
    ...applications.flatMap((application, index) =>
      below(`applications[${index}]`, applicationProblems(application, context)),
    ),
    ...below('webhooks', webhookProblems(listAt(tenant, 'webhooks'), domains)),
  ];
}

function domainProblems(domain: unknown): Problem[] {
  const issuer = textAt(domain, 'issuer');
  const message = issuer && issuerProblem(issuer, environmentOf(domain));
  return [
    ...(message ? [{ path: 'issuer', message }] : []),
    ...brandingProblems(domain, environmentOf(domain)),
    ...sessionProblems(domain),
    ...limitProblems(domain),
  ];
}

function sessionProblems(domain: unknown): Problem[] {
  const most = memberAt(domain, 'singleSignOnSeconds');
  const path = 'singleSignOnOtherDeviceSeconds';
  const seconds = memberAt(domain, path);
  if (typeof seconds !== 'number') return [];
  if (most === undefined) return [{ path, message: 'needs singleSignOnSeconds' }];
  if (typeof most !== 'number' || seconds <= most) return [];
  return [{ path, message: 'must be at most singleSignOnSeconds' }];
}

/** On production domains the default limits protect people; a test domain may raise them. */
function limitProblems(domain: unknown): Problem[] {
  if (environmentOf(domain) !== 'production') return [];
  return Object.entries(DEFAULT_LIMITS).flatMap(([path, most]) => {
    const limit = memberAt(domain, path);
    const isAbove = typeof limit === 'number' && limit > most;
    return isAbove ? [{ path, message: `must be at most ${most} on a production domain` }] : [];
  });
}

interface EidContext {
  readonly eids: readonly KnownEid[];
  /** The tenant's domains, unchecked. */
  readonly domains: readonly unknown[];
}

function eidProblems(list: readonly unknown[], { eids, domains }: EidContext): Problem[] {
  return list.flatMap((item, index) => {
    const name = textAt(item, 'eid');
    if (name === undefined) return [];
    const known = knownEid(name, eids);
    const path = `[${index}].eid`;
    if (known === undefined) {
      const names = eids.map(({ offer }) => offer.name);
      const hint = suggestion(name, names) || `; the eIDs are ${names.join(', ')}`;
      return [{ path, message: `is the name of no eID${hint}` }];
    }
    const clash = list.slice(0, index).some((other) => overlap(item, other));
    return [
      ...(clash ? [{ path, message: 'is listed twice for the same domains' }] : []),
      ...below(`[${index}].acrValues`, foreignAcrProblems(known, item)),
      ...(servesProduction(item, domains)
        ? below(`[${index}]`, restrictionProblems(known, item))
        : []),
      ...below(`[${index}].settings`, settingsProblems(known, memberAt(item, 'settings'))),
    ];
  });
}

/** An eID of a production domain. */
function restrictionProblems({ offer }: KnownEid, item: unknown): Problem[] {
  if (mayServeProduction(offer, memberAt(item, 'settings'))) return [];
  if (offer.restriction === 'test-domains') {
    return [{ path: 'environment', message: 'must be test: this eID is for test domains only' }];
  }
  const message =
    "must be true on a production domain: this eID was made without its provider's documentation";
  return [{ path: 'settings.acceptUnverified', message }];
}

/** The acr values that an eID of the file offers. */
function offeredBy(item: unknown, eids: readonly KnownEid[]): string[] {
  const known = knownEid(textAt(item, 'eid'), eids);
  if (known === undefined) return [];
  const all = acrValuesOf(known);
  const own = listAt(item, 'acrValues');
  return own.length === 0 ? all : all.filter((acr) => own.includes(acr));
}

function foreignAcrProblems(known: KnownEid, item: unknown): Problem[] {
  const all = acrValuesOf(known);
  const replacements = replacementsOf([known]);
  return listAt(item, 'acrValues').flatMap((acr, index) => {
    if (typeof acr !== 'string' || all.includes(acr)) return [];
    const hint = suggestion(acr, all) || `; it has ${all.join(', ')}`;
    const foreign = `is not an acr value of this eID${hint}`;
    return [{ path: `[${index}]`, message: discontinued(replacements, acr) ?? foreign }];
  });
}

function overlap(one: unknown, other: unknown): boolean {
  if (textAt(one, 'eid') !== textAt(other, 'eid')) return false;
  const [a, b] = [memberAt(one, 'environment'), memberAt(other, 'environment')];
  return a === undefined || b === undefined || a === b;
}

function settingsProblems(eid: KnownEid, settings: unknown): Problem[] {
  if (settings === undefined || settings === null) return [];
  try {
    eid.settings.validateSync(settings, { abortEarly: false });
    return [];
  } catch (error) {
    return problemsOf(error);
  }
}

function below(parent: string, problems: readonly Problem[]): Problem[] {
  return problems.map(({ path, message }) => ({
    path: joinedPath(parent, path),
    message,
  }));
}

/**
 * The problem of an issuer, if any. An issuer is an origin in its canonical spelling. http is for the own machine (also
 * as `*.localhost`), and only on a test domain.
 */
export function issuerProblem(text: string, environment: Environment): string | undefined {
  if (!URL.canParse(text)) return 'must be an absolute URL';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be https';
  if (url.origin !== text) {
    return 'must be an origin alone: lower case, no path, no trailing slash, no default port';
  }
  if (url.protocol === 'https:') return undefined;
  if (environment === 'production') return 'must be https on a production domain';
  return isLoopback(url) || url.hostname.endsWith('.localhost')
    ? undefined
    : 'must be https: http is for localhost only';
}
