import type { Acr } from '../../../domain/acr.ts';
import type { Level } from '../../../domain/eid-offer.ts';
import type { OidcRow, OidcVariant } from './oidc-row.ts';

const BROKER = {
  issuers: undefined,
  testIssuers: /\.(?:criipto\.id|idura\.broker)$/,
  clientAuthentication: 'client_secret_basic',
  algorithms: ['RS256'],
  userinfo: 'none',
  personId: 'sub',
  nationalId: undefined,
  endings: {},
} as const satisfies Partial<OidcRow>;

/** The parts in which its eIDs differ. */
interface IduraEid {
  /** The value of `identityscheme`. */
  readonly scheme: string;
  /** The scopes of the eID, beside `openid`. */
  readonly scopes: readonly string[];
  readonly languages: OidcRow['request']['languages'];
  /** The words of its `login_hint`. */
  readonly hints: readonly string[];
}

/**
 * An eID through Idura Verify: acr value, scopes and claims have our names there. Each of its tenants has issuers of its
 * own, so the settings must name one.
 */
export function iduraRow(text: string, { scheme, scopes, languages, hints }: IduraEid) {
  const acr = text as Acr;
  return {
    ...BROKER,
    scheme,
    method: acr,
    expected: { identityscheme: scheme },
    request: {
      sent: 'pushed',
      scopes: Object.fromEntries(['openid', ...scopes].map((name) => [name, [name]])),
      languages,
      actions: undefined,
      parameters: {
        acr_values: '{level}',
        ui_locales: '{language}',
        ...(hints.length > 0 && { login_hint: hints }),
      },
    },
    levels: {
      claim: 'authenticationtype',
      ascending: [{ value: acr, amr: ['mfa'] }],
      required: { [acr]: { sent: acr, lowest: acr } },
    },
  } as const satisfies Partial<OidcRow>;
}

/** The acr value of one of its eIDs. */
export function iduraVariant(acr: string, level: Level): OidcVariant {
  const channels = { browser: 'redirect' } as const;
  return { acr: acr as Acr, device: 'same', level, channels, startsAtOnce: true, satisfiedBy: [] };
}
