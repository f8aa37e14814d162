import { errorReply } from '../mobile-id/requests.ts';
import {
  endpoints,
  type MobileIdEndpoint,
  mobileIdRoutes,
  serviceSettings,
} from '../mobile-id/routes.ts';
import type { RestProfile } from '../rest-profile.ts';

const STATUSES = {
  'no-certificate': 404,
  'unknown-path': 404,
  'wrong-method': 405,
  'too-large': 413,
  bug: 500,
} as const;

/** Mobile-ID, as far as it authenticates. */
export const mobileId: RestProfile<MobileIdEndpoint> = {
  name: 'mobile-id',
  title: 'Mobile-ID',
  countries: ['EE', 'LT'],
  clientCertificate: false,
  endpoints,
  refuse: (reason) => errorReply(STATUSES[reason], reason, new Date(0)),
  serviceSettings,
  open: mobileIdRoutes,
};
