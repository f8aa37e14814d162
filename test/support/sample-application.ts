import { APPLICATION_DEFAULTS, type Application } from '../../src/domain/application.ts';

/** A confidential application with common settings. */
export function sampleApplication(own: Partial<Application> = {}): Application {
  return {
    ...APPLICATION_DEFAULTS,
    clientId: 'shop',
    name: 'The Shop',
    flows: ['authorization-code'],
    redirectUris: ['https://shop.example/callback'],
    secrets: [{ hash: 'h1.00000000.hash', expiresAt: undefined }],
    ...own,
  };
}
