import type { Environment } from '../../domain/tenant.ts';
import type { Fault } from '../configuration-faults.ts';
import { calledUrlFault } from './called-url.ts';
import { flowsOf, hasKeys } from './flow-rules.ts';
import { memberAt, textAt } from './loose-values.ts';
import { parseJwks } from './public-jwks.ts';

/** What goes wrong with a client's own keys: where they are, and what they are to sign. */
export function keyFaults(application: unknown, environment: Environment): Fault[] {
  return [...addressFaults(application, environment), ...signedRequestFaults(application)];
}

function addressFaults(application: unknown, environment: Environment): Fault[] {
  const path = 'jwksUri';
  const uri = textAt(application, path);
  if (uri === undefined) return [];
  const message = calledUrlFault(uri, environment);
  return [
    ...(message === undefined ? [] : [{ path, message }]),
    ...(memberAt(application, 'jwks') === undefined
      ? []
      : [{ path, message: 'does not go with jwks: keys come from one place' }]),
  ];
}

function signedRequestFaults(application: unknown): Fault[] {
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
