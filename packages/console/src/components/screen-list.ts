import type { Permission } from '../api/shapes.ts';
import type { paths } from '../generated/api-schema.d.ts';
import available from '../generated/paths.json';

/** A screen of the list, and the path and permission without which it shows nothing. */
interface ListedScreen {
  readonly to: ScreenPath;
  readonly name: string;
  readonly needs: keyof paths;
  readonly permission: Permission;
}

type ScreenPath =
  | '/t/$tenant/start'
  | '/t/$tenant/logins'
  | '/t/$tenant/applications'
  | '/t/$tenant/eids'
  | '/t/$tenant/domains'
  | '/t/$tenant/branding'
  | '/t/$tenant/webhooks'
  | '/t/$tenant/expiry'
  | '/t/$tenant/changes'
  | '/t/$tenant/usage'
  | '/t/$tenant/audit'
  | '/t/$tenant/people'
  | '/t/$tenant/erase';

interface ScreenGroup {
  readonly heading: string;
  readonly screens: readonly ListedScreen[];
}

const T = '/api/tenants/{tenant}';

/** The screens in the order of their list. */
const SCREENS: readonly ScreenGroup[] = [
  {
    heading: 'Find',
    screens: [
      {
        to: '/t/$tenant/start',
        name: 'Start',
        needs: `${T}/applications`,
        permission: 'configuration.read',
      },
      { to: '/t/$tenant/logins', name: 'Logins', needs: `${T}/logins`, permission: 'logins.read' },
    ],
  },
  {
    heading: 'Configure',
    screens: [
      {
        to: '/t/$tenant/applications',
        name: 'Applications',
        needs: `${T}/applications`,
        permission: 'configuration.read',
      },
      { to: '/t/$tenant/eids', name: 'eIDs', needs: `${T}/eids`, permission: 'configuration.read' },
      {
        to: '/t/$tenant/domains',
        name: 'Domains and keys',
        needs: `${T}/domains`,
        permission: 'configuration.read',
      },
      {
        to: '/t/$tenant/branding',
        name: 'Branding',
        needs: `${T}/branding`,
        permission: 'configuration.read',
      },
      {
        to: '/t/$tenant/webhooks',
        name: 'Webhooks',
        needs: `${T}/webhooks`,
        permission: 'configuration.read',
      },
    ],
  },
  {
    heading: 'Watch',
    screens: [
      {
        to: '/t/$tenant/expiry',
        name: 'Certificates and secrets',
        needs: `${T}/expiry`,
        permission: 'configuration.read',
      },
      {
        to: '/t/$tenant/changes',
        name: 'Changes',
        needs: `${T}/revisions`,
        permission: 'configuration.read',
      },
      { to: '/t/$tenant/usage', name: 'Usage', needs: `${T}/usage`, permission: 'usage.read' },
      { to: '/t/$tenant/audit', name: 'Audit', needs: `${T}/audit`, permission: 'audit.read' },
    ],
  },
  {
    heading: 'Persons',
    screens: [
      {
        to: '/t/$tenant/people',
        name: 'Administrators and tokens',
        needs: `${T}/administrators`,
        permission: 'administrators.read',
      },
      {
        to: '/t/$tenant/erase',
        name: 'Erase a person',
        needs: `${T}/persons/erase`,
        permission: 'persons.erase',
      },
    ],
  },
];

/** True for a path of the API's description. */
export function isAvailable(path: keyof paths): boolean {
  return (available as readonly string[]).includes(path);
}

/** The screens whose part of the API exists and that the person may read, most valuable first. */
export function listedScreens(may: (permission: Permission) => boolean): readonly ScreenGroup[] {
  return SCREENS.map((group) => ({
    ...group,
    screens: group.screens.filter(({ needs, permission }) => isAvailable(needs) && may(permission)),
  })).filter(({ screens }) => screens.length > 0);
}

/** The screen to begin with: the logins, as soon as the API has them. */
export function homeScreen(): ScreenPath {
  return isAvailable(`${T}/logins`) ? '/t/$tenant/logins' : '/t/$tenant/start';
}
