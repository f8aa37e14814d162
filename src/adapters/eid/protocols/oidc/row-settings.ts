import { createPrivateKey, createPublicKey } from 'node:crypto';

import type { AnyObjectSchema } from 'yup';

import { isJsonObject, type JsonObject, parseJsonObject } from '../../../../domain/json.ts';
import { optionalText, rule, says } from '../https/settings-parts.ts';
import type { OidcRow } from './oidc-row.ts';
import {
  ADDRESS_FORM,
  acceptUnverified,
  fields,
  isIssuer,
  isReadable,
  isSimulator,
  requiredIssuer,
  type Settings,
  settings,
} from './settings.ts';

const decryption = {
  decryptionKeys: optionalText()
    .test(rule('must be a JWK Set of private RSA keys with kid', areDecryptionKeys))
    .required(says('is required'))
    .meta({
      doc: 'Our private RSA keys that decrypt answers, as JWK Set. Two of them while a key is replaced.',
      secret: true,
    }),
};

const pinned = {
  entityStatement: optionalText()
    .test(rule('must be a signed JWT', (value) => /^[\w-]+(?:\.[\w-]+){2}$/.test(String(value))))
    .meta({
      doc: "The provider's entity statement (a signed JWT), which names its endpoints and signed keys. Obtain it by a trusted way.",
    }),
  providerKeys: optionalText()
    .test(rule('must be a JWK Set of public keys with kid', arePublicKeys))
    .meta({ doc: "Instead of the entity statement: the provider's signing keys, as JWK Set." }),
  authorizationEndpoint: endpoint('authorization'),
  tokenEndpoint: endpoint('token'),
  userinfoEndpoint: endpoint('UserInfo'),
};

/** The settings of one row: what its provider requires beyond the usual ones. */
export function settingsOf(row: OidcRow): AnyObjectSchema {
  const own = Object.entries(row.settings ?? {}).map(([name, { doc, form, isRequired }]) => {
    const fits = (value: unknown) => typeof value === 'string' && form.test(value);
    const field = optionalText().test(rule('is malformed', fits)).meta({ doc });
    return [name, isRequired ? field.required(says('is required')) : field];
  });
  return settings
    .shape({
      ...(row.issuers === undefined && { issuer: requiredIssuer }),
      ...(row.offer.restriction === 'unverified' && { acceptUnverified }),
      ...(signs(row) && { privateKey: fields.privateKey.required(says('is required')) }),
      ...(decrypts(row) && decryption),
      ...(row.isPinned && pinned),
      ...Object.fromEntries(own),
    })
    .test('environment', (given, { path, createError }) => {
      if (!isJsonObject(given) || !isOfOtherEnvironment(row, given)) return true;
      return createError({
        path,
        message: `${path && `${path}.`}environment must be that of the issuer`,
      });
    })
    .test('pinned', (given, { path, createError }) => {
      if (!isJsonObject(given) || !row.isPinned) return true;
      const { entityStatement, providerKeys, authorizationEndpoint, tokenEndpoint } = given;
      const isByStatement = entityStatement !== undefined;
      const others = [providerKeys, authorizationEndpoint, tokenEndpoint];
      if (others.every((one) => (one === undefined) === isByStatement)) return true;
      return createError({
        path,
        message: `${path || 'this'} must have entityStatement, or providerKeys, authorizationEndpoint and tokenEndpoint`,
      });
    });
}

/**
 * A known issuer belongs to one environment of its provider; a simulator to either. A tenant's own address at a broker is
 * in none that we know, so the settings may name the test environment.
 */
function isOfOtherEnvironment(
  { issuers, testIssuers }: OidcRow,
  { environment, issuer }: JsonObject,
): boolean {
  if (typeof issuer !== 'string' || environment === undefined || isSimulator(issuer)) return false;
  const isTest = environment === 'test';
  const other = issuers?.[isTest ? 'production' : 'test'];
  return issuer === other || (!isTest && testIssuers?.test(issuer) === true);
}

function decrypts({ encryptsIdTokens, userinfo }: OidcRow): boolean {
  return encryptsIdTokens === true || userinfo === 'encrypted';
}

function signs({ request: { sent, withText } }: OidcRow): boolean {
  return sent === 'signed' || withText?.sent === 'signed';
}

/** The keys of a JWK Set in validated settings. */
export function keysOf(text: string | undefined): readonly JsonObject[] {
  const { keys } = parseJsonObject(text ?? '') ?? {};
  return Array.isArray(keys) ? keys.filter(isJsonObject) : [];
}

/** The values of the row's own settings. */
export function ownSettingsOf(row: OidcRow, given: Settings): Record<string, string> {
  const values = Object.entries(given).flatMap(([name, value]) =>
    Object.hasOwn(row.settings ?? {}, name) && typeof value === 'string' ? [[name, value]] : [],
  );
  return Object.fromEntries(values);
}

function areDecryptionKeys(value: unknown): boolean {
  const keys = keysOf(String(value));
  const areRsa = keys.every(({ kty, kid }) => kty === 'RSA' && typeof kid === 'string');
  return keys.length > 0 && areRsa && keys.every((key) => isReadable(createPrivateKey, key));
}

function arePublicKeys(value: unknown): boolean {
  const keys = keysOf(String(value));
  const areUsable = keys.every(
    ({ kid, d, k }) => typeof kid === 'string' && d === undefined && k === undefined,
  );
  return keys.length > 0 && areUsable && keys.every((key) => isReadable(createPublicKey, key));
}

function endpoint(name: string) {
  return optionalText()
    .test(rule(ADDRESS_FORM, isIssuer))
    .meta({ doc: `With \`providerKeys\`: the address of its ${name} endpoint.` });
}
