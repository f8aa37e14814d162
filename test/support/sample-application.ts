import type { Application } from '../../src/domain/application.ts';

/** A confidential application with the settings of most. */
export function sampleApplication(own: Partial<Application> = {}): Application {
  return {
    clientId: 'shop',
    name: 'The Shop',
    flows: ['authorization-code'],
    redirectUris: ['https://shop.example/callback'],
    secrets: [{ hash: 'h1.00000000.hash', expiresAt: undefined }],
    jwks: undefined,
    dynamicScopes: false,
    scopes: [],
    acrValues: undefined,
    defaultAcrValues: undefined,
    idTokenSigningAlg: 'RS256',
    idTokenLifetime: 1200,
    requirePkce: false,
    allowTokenEndpointAudience: false,
    ...own,
  };
}
