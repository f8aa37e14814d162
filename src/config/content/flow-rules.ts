import { FLOW_NAMES, FLOWS, type Flow } from '../../domain/flow.ts';
import type { Environment } from '../../domain/tenant.ts';
import type { Fault } from '../configuration-faults.ts';
import { listAt, memberAt } from './loose-values.ts';

/** What the flows of an application rule out, and what they need. */
export function flowFaults(application: unknown, environments: readonly Environment[]): Fault[] {
  return [
    ...environmentFaults(application, environments),
    ...credentialFaults(application),
    ...returnUrlFaults(application),
    ...responseModeFaults(application),
  ];
}

/** The flows that it lists, as far as we know them. */
export function flowsOf(application: unknown): readonly Flow[] {
  return FLOW_NAMES.filter((name) => listAt(application, 'flows').includes(name));
}

/** Whether it has keys, or says where they are. */
export function hasKeys(application: unknown): boolean {
  return ['jwks', 'jwksUri'].some((key) => memberAt(application, key) !== undefined);
}

/** On a domain where a flow does not work, its requests are refused; a flow that works nowhere is a mistake. */
function environmentFaults(application: unknown, environments: readonly Environment[]): Fault[] {
  if (environments.length === 0) return [];
  const flows = listAt(application, 'flows');
  return flowsOf(application).flatMap((name) => {
    const works: readonly Environment[] = FLOWS[name].environments;
    if (environments.some((environment) => works.includes(environment))) return [];
    const message = `${name} works on ${works.join(' and ')} domains only`;
    return [{ path: `flows[${flows.indexOf(name)}]`, message }];
  });
}

function credentialFaults(application: unknown): Fault[] {
  const flows = flowsOf(application);
  const confidential = flows.find((name) => FLOWS[name].client === 'confidential');
  const unguarded = flows.find((name) => FLOWS[name].client === 'public');
  if (confidential !== undefined && unguarded !== undefined) {
    const way = 'a confidential client that sends a PKCE challenge uses authorization-code';
    return [{ path: 'flows', message: `${unguarded} does not go with ${confidential}: ${way}` }];
  }
  if (confidential !== undefined) return missingCredentialFaults(application, confidential);
  return unguarded === undefined ? [] : needlessCredentialFaults(application, unguarded);
}

function missingCredentialFaults(application: unknown, flow: Flow): Fault[] {
  if (listAt(application, 'secrets').length > 0 || hasKeys(application)) return [];
  return [{ path: 'secrets', message: `the flow ${flow} needs a secret, jwks or jwksUri` }];
}

function needlessCredentialFaults(application: unknown, flow: Flow): Fault[] {
  const message = `does not go with the flow ${flow}, which is for public clients`;
  const hasSecret = listAt(application, 'secrets').length > 0;
  const keys = ['jwks', 'jwksUri'].filter((key) => memberAt(application, key) !== undefined);
  return [...(hasSecret ? ['secrets'] : []), ...keys].map((path) => ({ path, message }));
}

function returnUrlFaults(application: unknown): Fault[] {
  const flow = flowsOf(application).find((name) => FLOWS[name].door === 'browser');
  const uris = memberAt(application, 'redirectUris');
  if (flow === undefined || (uris !== undefined && !isEmptyList(uris))) return [];
  return [{ path: 'redirectUris', message: `the flow ${flow} needs a URL` }];
}

/** A token never travels in a query. */
function responseModeFaults(application: unknown): Fault[] {
  const modes = listAt(application, 'responseModes');
  if (!flowsOf(application).includes('implicit')) return [];
  if (modes.length === 0 || modes.some((mode) => mode !== 'query')) return [];
  return [{ path: 'responseModes', message: 'the flow implicit needs another than query' }];
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
