import type { Acr } from '../../../../domain/acr.ts';
import type { Level } from '../../../../domain/eid-offer.ts';
import type { OidcRow } from './oidc-row.ts';
import { NO_TEXTS, variantsByLevel } from './row-parts.ts';

const BROKER = {
  issuers: undefined,
  testIssuers: /\.(?:criipto\.id|idura\.broker)$/,
  clientAuthentication: 'client_secret_basic',
  algorithms: ['RS256'],
  userinfo: 'none',
  personId: 'sub',
  nationalId: undefined,
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

/** The offer of one of its eIDs, without scopes and claims: it takes no text, and has no national number. */
export function iduraOffer(name: string, acr: string, level: Level) {
  return {
    name,
    variants: variantsByLevel([{ level, acrs: [acr] }]),
    texts: NO_TEXTS,
    directives: [],
    nationalNumber: undefined,
  };
}
