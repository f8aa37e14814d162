import { suggestion } from '../../domain/closest-name.ts';
import { FLOW_NAMES, FLOWS, type Flow } from '../../domain/flow.ts';
import type { Environment } from '../../domain/tenant.ts';
import type { Problem } from '../configuration-problems.ts';
import { brandingProblems } from './branding.ts';
import { discontinued, strictestEnvironment, usedEnvironments } from './checks.ts';
import { parseJwks } from './public-jwks.ts';
import { calledUrlProblem, redirectUriProblem } from './url-rules.ts';
import { listAt, memberAt, textAt } from './yaml-values.ts';

/** The parts of the file on which the rules of an application depend. */
export interface ApplicationContext {
  /** The tenant's domains, unchecked. */
  readonly domains: readonly unknown[];
  readonly acrValues: readonly string[];
  /** The acr values to use instead of discontinued ones. */
  readonly replacements: ReadonlyMap<string, string>;
  /** The scopes of all eIDs. */
  readonly scopes: readonly string[];
  readonly now: Date;
}

const MIN_SECRET_LENGTH: Readonly<Record<Environment, number>> = { test: 15, production: 32 };
const MAX_ACTIVE_SECRETS = 2;

/** The rules over several settings of one application, or over its tenant. */
export function applicationProblems(application: unknown, context: ApplicationContext): Problem[] {
  const environment = strictestEnvironment(application, context.domains);
  return [
    ...issuerProblems(application, context.domains),
    ...flowProblems(application, usedEnvironments(application, context.domains)),
    ...brandingProblems(application, environment),
    ...returnUriProblems(application, environment),
    ...keyProblems(application, environment),
    ...callProblems(application),
    ...secretProblems(application, environment, context.now),
    ...acrProblems(application, context),
    ...scopeProblems(application, context),
  ];
}

function issuerProblems(application: unknown, domains: readonly unknown[]): Problem[] {
  const known = domains.map((domain) => memberAt(domain, 'issuer'));
  return listAt(application, 'issuers').flatMap((issuer, index) =>
    known.includes(issuer)
      ? []
      : [
          {
            path: `issuers[${index}]`,
            message: `is not an issuer of this tenant${suggestion(String(issuer), known.map(String))}`,
          },
        ],
  );
}

function returnUriProblems(application: unknown, environment: Environment): Problem[] {
  return ['redirectUris', 'postLogoutRedirectUris'].flatMap((setting) =>
    listAt(application, setting).flatMap((uri, index) => {
      const message = typeof uri === 'string' ? redirectUriProblem(uri, environment) : undefined;
      return message === undefined ? [] : [{ path: `${setting}[${index}]`, message }];
    }),
  );
}

function callProblems(application: unknown): Problem[] {
  const path = 'defaultCallInitiator';
  if (memberAt(application, path) === undefined || flowsOf(application).includes('ciba')) return [];
  return [{ path, message: 'needs the flow ciba' }];
}

function secretProblems(application: unknown, environment: Environment, now: Date): Problem[] {
  const secrets = listAt(application, 'secrets');
  const shortest = MIN_SECRET_LENGTH[environment];
  const problems = secrets.flatMap((secret, index) => {
    const value = textAt(secret, 'value');
    if (value === undefined) return [];
    const path = `secrets[${index}].value`;
    const first = secrets.findIndex((other) => textAt(other, 'value') === value);
    if (first !== index) return [{ path, message: 'is listed twice' }];
    if (!/^[\x20-\x7e]*$/.test(value)) return [{ path, message: 'must be ASCII on one line' }];
    if (value.length >= shortest) return [];
    const where = environment === 'test' ? '' : ' on a production domain';
    return [{ path, message: `must have at least ${shortest} characters${where}` }];
  });
  if (secrets.filter((secret) => isActive(secret, now)).length <= MAX_ACTIVE_SECRETS)
    return problems;
  return [...problems, { path: 'secrets', message: 'must have at most two that have not expired' }];
}

function isActive(secret: unknown, now: Date): boolean {
  const expiresAt = textAt(secret, 'expiresAt');
  return expiresAt === undefined || Date.parse(expiresAt) > now.getTime();
}

function acrProblems(
  application: unknown,
  { acrValues: offered, replacements }: ApplicationContext,
): Problem[] {
  const own = listAt(application, 'acrValues');
  const notOffered = (acr: string) =>
    discontinued(replacements, acr) ??
    `is not offered by an eID of this tenant${suggestion(acr, offered)}`;
  const problems = own.flatMap((acr, index) =>
    typeof acr !== 'string' || offered.includes(acr)
      ? []
      : [{ path: `acrValues[${index}]`, message: notOffered(acr) }],
  );
  const byDefault = textAt(application, 'defaultAcrValues');
  const path = 'defaultAcrValues';
  if (byDefault === undefined) return problems;
  if (!offered.includes(byDefault)) {
    return [...problems, { path, message: notOffered(byDefault) }];
  }
  if (own.length === 0 || own.includes(byDefault)) return problems;
  return [...problems, { path, message: 'must be one of acrValues' }];
}

function scopeProblems(application: unknown, { scopes }: ApplicationContext): Problem[] {
  return listAt(application, 'scopes').flatMap((scope, index) =>
    typeof scope !== 'string' || scopes.includes(scope)
      ? []
      : [{ path: `scopes[${index}]`, message: `must be one of ${scopes.join(', ')}` }],
  );
}

/** The settings that the flows of an application require or exclude. */
function flowProblems(application: unknown, environments: readonly Environment[]): Problem[] {
  return [
    ...environmentProblems(application, environments),
    ...credentialProblems(application),
    ...returnUrlProblems(application),
    ...responseModeProblems(application),
  ];
}

/** The known flows that an application lists. */
function flowsOf(application: unknown): readonly Flow[] {
  return FLOW_NAMES.filter((name) => listAt(application, 'flows').includes(name));
}

/** True when an application has keys, or a URL of keys. */
function hasKeys(application: unknown): boolean {
  return ['jwks', 'jwksUri'].some((key) => memberAt(application, key) !== undefined);
}

/** Requests of a flow are refused on domains that exclude it; a flow that all domains exclude is a problem. */
function environmentProblems(
  application: unknown,
  environments: readonly Environment[],
): Problem[] {
  if (environments.length === 0) return [];
  const flows = listAt(application, 'flows');
  return flowsOf(application).flatMap((name) => {
    const works: readonly Environment[] = FLOWS[name].environments;
    if (environments.some((environment) => works.includes(environment))) return [];
    const message = `${name} works on ${works.join(' and ')} domains only`;
    return [{ path: `flows[${flows.indexOf(name)}]`, message }];
  });
}

function credentialProblems(application: unknown): Problem[] {
  const flows = flowsOf(application);
  const confidential = flows.find((name) => FLOWS[name].client === 'confidential');
  const unguarded = flows.find((name) => FLOWS[name].client === 'public');
  if (confidential !== undefined && unguarded !== undefined) {
    const way = 'a confidential client that sends a PKCE challenge uses authorization-code';
    return [{ path: 'flows', message: `${unguarded} does not go with ${confidential}: ${way}` }];
  }
  if (confidential !== undefined) return missingCredentialProblems(application, confidential);
  return unguarded === undefined ? [] : needlessCredentialProblems(application, unguarded);
}

function missingCredentialProblems(application: unknown, flow: Flow): Problem[] {
  if (listAt(application, 'secrets').length > 0 || hasKeys(application)) return [];
  return [{ path: 'secrets', message: `the flow ${flow} needs a secret, jwks or jwksUri` }];
}

function needlessCredentialProblems(application: unknown, flow: Flow): Problem[] {
  const message = `does not go with the flow ${flow}, which is for public clients`;
  const hasSecret = listAt(application, 'secrets').length > 0;
  const keys = ['jwks', 'jwksUri'].filter((key) => memberAt(application, key) !== undefined);
  return [...(hasSecret ? ['secrets'] : []), ...keys].map((path) => ({ path, message }));
}

function returnUrlProblems(application: unknown): Problem[] {
  const flow = flowsOf(application).find((name) => FLOWS[name].channel === 'browser');
  const uris = memberAt(application, 'redirectUris');
  if (flow === undefined || (uris !== undefined && !isEmptyList(uris))) return [];
  return [{ path: 'redirectUris', message: `the flow ${flow} needs a URL` }];
}

/** The implicit flow never sends a token in a query. */
function responseModeProblems(application: unknown): Problem[] {
  const modes = listAt(application, 'responseModes');
  if (!flowsOf(application).includes('implicit')) return [];
  if (modes.length === 0 || modes.some((mode) => mode !== 'query')) return [];
  return [{ path: 'responseModes', message: 'the flow implicit needs another than query' }];
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** The problems of a client's own keys: their URL, and the requests that they sign. */
function keyProblems(application: unknown, environment: Environment): Problem[] {
  return [...addressProblems(application, environment), ...signedRequestProblems(application)];
}

function addressProblems(application: unknown, environment: Environment): Problem[] {
  const path = 'jwksUri';
  const uri = textAt(application, path);
  if (uri === undefined) return [];
  const message = calledUrlProblem(uri, environment);
  return [
    ...(message === undefined ? [] : [{ path, message }]),
    ...(memberAt(application, 'jwks') === undefined
      ? []
      : [{ path, message: 'does not go with jwks: keys come from one place' }]),
  ];
}

function signedRequestProblems(application: unknown): Problem[] {
  const path = 'backchannelRequestSigningAlg';
  const alg = textAt(application, path);
  if (alg === undefined) return [];
  if (!flowsOf(application).includes('ciba')) return [{ path, message: 'needs the flow ciba' }];
  if (!hasKeys(application)) return [{ path, message: 'needs jwks or jwksUri' }];
  const keys = parseJwks(memberAt(application, 'jwks'))?.keys;
  if (keys === undefined || keys.length === 0) return [];
  const kty = alg === 'ES256' ? 'EC' : 'RSA';
  const fits = keys.some((key) => key.kty === kty && (key.alg === undefined || key.alg === alg));
  return fits ? [] : [{ path, message: 'no key of jwks makes such signatures' }];
}
