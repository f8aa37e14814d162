import type { RestProfile } from '../rest-profile.ts';
import { problemReply } from '../smart-id/problems.ts';
import { endpoints, serviceSettings, smartIdRoutes } from '../smart-id/routes.ts';

/** Smart-ID's Relying Party API, version 3.2, as far as it authenticates. */
export const smartId: RestProfile<(typeof endpoints)[number]> = {
  name: 'smart-id',
  title: 'Smart-ID',
  countries: ['EE', 'LV', 'LT'],
  clientCertificate: false,
  endpoints,
  refuse(reason) {
    switch (reason) {
      case 'wrong-method':
        return problemReply(405, 'Method Not Allowed');
      case 'too-large':
        return problemReply(413, 'Content Too Large');
      case 'bug':
        return problemReply(500, 'Internal Server Error');
      case 'no-certificate':
      case 'unknown-path':
        return problemReply(404, 'Not Found');
    }
  },
  serviceSettings,
  open: smartIdRoutes,
};
