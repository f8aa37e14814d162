import { type AnyObjectSchema, ValidationError } from 'yup';

import { isJsonObject } from '../../../../domain/json.ts';
import { optionalText, says } from '../https/settings-parts.ts';
import type { OidcRow } from './oidc-row.ts';
import { settingsOf } from './row-settings.ts';

/** The row at the broker of these settings. Its offer differs in the sources of its claims alone. */
export function rowAt(row: OidcRow, settings: unknown): OidcRow {
  const name = isJsonObject(settings) ? settings.broker : undefined;
  const broker = typeof name === 'string' ? row.brokers?.others[name] : undefined;
  if (broker === undefined) return row;
  const { claims, ...others } = broker;
  return { ...row, ...others, offer: { ...row.offer, claims } };
}

/** The settings of a row, at whichever of its brokers. */
export function settingsAtBrokers(row: OidcRow): AnyObjectSchema {
  if (row.brokers === undefined) return settingsOf(row);
  const { usual, others } = row.brokers;
  const names = [usual, ...Object.keys(others)];
  const broker = optionalText()
    .oneOf(names, says(`must be ${names.join(' or ')}`))
    .meta({ doc: `The broker: \`${names.join('` or `')}\`. \`${usual}\` if absent.` });
  return settingsOf(row)
    .shape({ broker })
    .test('broker', (given, { path, createError }) => {
      const fault = faultAt(row, given);
      if (fault === undefined) return true;
      return createError({ path, message: path === '' ? fault : `${path}.${fault}` });
    });
}

/** The fault of settings for another broker, which may require more. Each has an issuer for each customer. */
function faultAt(row: OidcRow, given: unknown): string | undefined {
  const chosen = rowAt(row, given);
  if (chosen === row || !isJsonObject(given)) return undefined;
  if (given.issuer === undefined) return 'issuer is required with this broker';
  try {
    settingsOf(chosen).shape({ broker: optionalText() }).validateSync(given);
    return undefined;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.message;
  }
}
