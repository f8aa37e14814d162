import type { OidcRow } from './oidc-row.ts';

/**
 * The request to a provider that is known by the standard alone: it states no level, and has our scopes. The settings must
 * name its issuer. Every login requests the scope `always`.
 */
export function withoutLevels(acr: string, scopes: readonly string[], always: string) {
  return {
    method: acr,
    issuers: undefined,
    personId: 'sub',
    nationalId: undefined,
    expected: {},
    request: {
      sent: 'query',
      scopes: {
        openid: ['openid', always],
        ...Object.fromEntries(scopes.map((name) => [name, [name]])),
      },
      languages: { en: 'en' },
      actions: undefined,
      parameters: { ui_locales: '{language}' },
    },
    levels: {
      claim: undefined,
      ascending: [{ value: 'unstated', amr: [] }],
      required: { [acr]: { sent: '', lowest: 'unstated' } },
    },
  } as const satisfies Partial<OidcRow>;
}
