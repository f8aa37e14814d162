import {
  endpoints,
  type FrejaEndpoint,
  openFreja,
  refusal,
  serviceSettings,
} from '../freja/routes.ts';
import type { RestProfile } from '../rest-profile.ts';

/** Freja: authentications and signatures over mutual TLS. */
export const freja: RestProfile<FrejaEndpoint> = {
  name: 'frejaid',
  title: 'Freja',
  countries: ['SE'],
  clientCertificate: true,
  endpoints,
  serviceSettings,
  open: openFreja,
  refuse(reason) {
    switch (reason) {
      case 'no-certificate':
        return { status: 401, body: undefined };
      case 'unknown-path':
        return { status: 404, body: undefined };
      case 'wrong-method':
        return { status: 405, body: undefined, headers: { Allow: 'POST' } };
      case 'too-large':
        return { status: 413, body: undefined };
      case 'bug':
        return refusal(0);
    }
  },
};
