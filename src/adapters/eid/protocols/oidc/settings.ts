import { createPrivateKey, type createPublicKey } from 'node:crypto';

import { boolean, type InferType, number } from 'yup';

import { isJsonObject, type JsonObject, parseJsonObject } from '../../../../domain/json.ts';
import { lifetimes } from '../../../../domain/lifetimes.ts';
import {
  environmentOfEid,
  group,
  optionalText,
  rule,
  says,
  text,
} from '../https/settings-parts.ts';
import { isCallable } from './plain-address.ts';

/** The algorithms of a private key that the client library signs with. */
const KEY_ALGORITHMS = /^(?:[RP]S(?:256|384|512)|ES(?:256|384|512))$/;

// The exchange must end before another replica may take over the attempt.
const MAX_TIMEOUT_SECONDS = lifetimes.collectLease - 2;

/** The form of an address in messages. */
export const ADDRESS_FORM =
  'must be an https address without a query; http is for simulators on the own machine only';

/** The settings of every row. */
export const fields = {
  clientId: text().meta({ doc: 'Our client id at the provider.' }),
  clientSecret: optionalText().meta({
    doc: 'Our client secret.',
    secret: true,
    sentTo: ['issuer', 'tokenEndpoint', 'entityStatement'],
  }),
  privateKey: optionalText()
    .test(rule('must be a private JWK with kid and alg', isPrivateKey))
    .meta({
      doc: 'Instead of the secret: our private key, as JWK with `kid` and `alg`.',
      secret: true,
    }),
  environment: environmentOfEid("The provider's"),
  issuer: optionalText().test(rule(ADDRESS_FORM, isIssuer)).meta({
    doc: "Instead of the environment's issuer. An `http` address is a simulator on the own machine.",
  }),
  timeoutSeconds: number()
    .typeError(says('must be a number'))
    .moreThan(0, says('must be more than 0'))
    .max(MAX_TIMEOUT_SECONDS, says(`must be at most ${MAX_TIMEOUT_SECONDS}`))
    .meta({
      doc: `The time-out in seconds of all calls of one step together. ${MAX_TIMEOUT_SECONDS} if absent.`,
    }),
};

/** A tenant's settings for an eID behind an OpenID Provider. No message repeats a value: values may be secret. */
export const settings = group(fields)
  .required(says('is required'))
  .test('credential', (given, { path, createError }) => {
    if (!isJsonObject(given)) return true;
    if ((given.clientSecret === undefined) !== (given.privateKey === undefined)) return true;
    return createError({
      path,
      message: `${path || 'this'} must have clientSecret or privateKey, and not both`,
    });
  });

/** The issuer of a provider whose customers each have their own. */
export const requiredIssuer = fields.issuer.required(says('is required')).meta({
  doc: "The provider's issuer. An `http` address is a simulator on the own machine.",
});

/** The setting of an unverified eID alone. */
export const acceptUnverified = boolean().typeError(says('must be true or false')).meta({
  doc: "`true` offers this eID on production domains, although it was made without its provider's documentation.",
});

/** The settings, once they have been validated. */
export type Settings = InferType<typeof settings> & {
  readonly decryptionKeys?: string;
  readonly entityStatement?: string;
  readonly providerKeys?: string;
  readonly authorizationEndpoint?: string;
  readonly tokenEndpoint?: string;
  readonly userinfoEndpoint?: string;
};

/** The time-out of one step. */
export function timeoutOf({ timeoutSeconds = MAX_TIMEOUT_SECONDS }: Settings): number {
  return timeoutSeconds * 1000;
}

/** The private key of validated settings. */
export function privateKeyOf({ privateKey }: Settings): JsonObject | undefined {
  return privateKey === undefined ? undefined : parseJsonObject(privateKey);
}

function isPrivateKey(value: unknown): boolean {
  const key = typeof value === 'string' ? parseJsonObject(value) : undefined;
  if (key === undefined || typeof key.kid !== 'string') return false;
  if (typeof key.alg !== 'string' || !KEY_ALGORITHMS.test(key.alg)) return false;
  return isReadable(createPrivateKey, key);
}

/** True for a key that Node.js reads. */
export function isReadable(
  create: typeof createPrivateKey | typeof createPublicKey,
  key: JsonObject,
): boolean {
  try {
    create({ key: { ...key }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

/** True for an address. */
export function isIssuer(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return isCallable(value) && username === '' && password === '' && !/[?#]/.test(value);
}

/** True for the address of a simulator: only one has no TLS. */
export function isSimulator(address: string): boolean {
  return /^http:|simulator/i.test(address);
}
