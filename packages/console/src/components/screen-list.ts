import type { paths } from '../generated/api-schema.d.ts';
import available from '../generated/paths.json';

/** A screen of the list, and the path without which it shows nothing. */
interface ListedScreen {
  readonly to: ScreenPath;
  readonly name: string;
  readonly needs: keyof paths;
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
  | '/t/$tenant/people';

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
      { to: '/t/$tenant/start', name: 'Start', needs: `${T}/applications` },
      { to: '/t/$tenant/logins', name: 'Logins', needs: `${T}/logins` },
    ],
  },
  {
    heading: 'Configure',
    screens: [
      { to: '/t/$tenant/applications', name: 'Applications', needs: `${T}/applications` },
      { to: '/t/$tenant/eids', name: 'eIDs', needs: `${T}/eids` },
      { to: '/t/$tenant/domains', name: 'Domains and keys', needs: `${T}/domains` },
      { to: '/t/$tenant/branding', name: 'Branding', needs: `${T}/branding` },
      { to: '/t/$tenant/webhooks', name: 'Webhooks', needs: `${T}/webhooks` },
    ],
  },
  {
    heading: 'Watch',
    screens: [
      { to: '/t/$tenant/expiry', name: 'Certificates and secrets', needs: `${T}/expiry` },
      { to: '/t/$tenant/changes', name: 'Changes', needs: `${T}/revisions` },
      { to: '/t/$tenant/usage', name: 'Usage', needs: `${T}/usage` },
      { to: '/t/$tenant/audit', name: 'Audit', needs: `${T}/audit` },
    ],
  },
  {
    heading: 'Admit',
    screens: [
      { to: '/t/$tenant/people', name: 'Administrators and tokens', needs: `${T}/administrators` },
    ],
  },
];

/** True for a path of the API's description. */
export function isAvailable(path: keyof paths): boolean {
  return (available as readonly string[]).includes(path);
}

/** The screens whose part of the API exists, most valuable first. */
export function listedScreens(): readonly ScreenGroup[] {
  return SCREENS.map((group) => ({
    ...group,
    screens: group.screens.filter(({ needs }) => isAvailable(needs)),
  })).filter(({ screens }) => screens.length > 0);
}

/** The screen to begin with: the logins, as soon as the API has them. */
export function homeScreen(): ScreenPath {
  return isAvailable(`${T}/logins`) ? '/t/$tenant/logins' : '/t/$tenant/start';
}
