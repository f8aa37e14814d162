import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { APPLICATIONS, objectsQuery } from './api/objects.ts';
import { permissionsAt, sessionQuery, tenantsQuery } from './api/session.ts';
import { NoTenant, NotFound, RouteProblem } from './components/dead-ends.tsx';
import { firstTenant } from './components/last-tenant.ts';
import { homeScreen } from './components/screen-list.ts';
import { Screens } from './components/screens.tsx';
import { Shell } from './components/shell.tsx';
import { checkLoginSearch } from './screens/logins/login-search.ts';

const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  component: Screens,
  errorComponent: RouteProblem,
  notFoundComponent: NotFound,
});

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: NoTenant,
  beforeLoad: async ({ context }) => {
    const { queryClient } = context;
    const first = firstTenant(await queryClient.ensureQueryData(tenantsQuery));
    if (first === undefined) {
      const { permissions } = await queryClient.ensureQueryData(sessionQuery);
      if (permissions.includes('tenants.create')) throw redirect({ to: '/setup' });
      return;
    }
    const params = { tenant: first.id };
    const session = await queryClient.ensureQueryData(sessionQuery);
    // Who may not read settings cannot set anything up.
    if (!permissionsAt(session, first.id).includes('configuration.read')) {
      throw redirect({ to: homeScreen(), params });
    }
    const applications = await queryClient.ensureInfiniteQueryData(
      objectsQuery(APPLICATIONS, first.id),
    );
    const isSetUp = applications.pages.some(({ items }) => items.length > 0);
    throw redirect({ to: isSetUp ? homeScreen() : '/t/$tenant/start', params });
  },
});

const tenantRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/t/$tenant',
  component: Shell,
  loader: ({ context }) => context.queryClient.ensureQueryData(tenantsQuery),
});

const startRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/start',

  component: lazyRouteComponent(() => import('./screens/start/start-screen.tsx'), 'StartScreen'),
});

const loginsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/logins',
  validateSearch: checkLoginSearch,
  component: lazyRouteComponent(() => import('./screens/logins/logins-screen.tsx'), 'LoginsScreen'),
});

const timelineRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/logins/$code',

  component: lazyRouteComponent(
    () => import('./screens/logins/timeline-screen.tsx'),
    'TimelineScreen',
  ),
});

const applicationsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/applications',

  component: lazyRouteComponent(
    () => import('./screens/applications/applications-screen.tsx'),
    'ApplicationsScreen',
  ),
});

const newApplicationRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/applications/new',

  component: lazyRouteComponent(
    () => import('./screens/applications/new-application-screen.tsx'),
    'NewApplicationScreen',
  ),
});

const applicationRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/applications/$clientId',

  component: lazyRouteComponent(
    () => import('./screens/applications/application-screen.tsx'),
    'ApplicationScreen',
  ),
});

const buildTryRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/applications/$clientId/try',

  component: lazyRouteComponent(
    () => import('./screens/try/build-try-screen.tsx'),
    'BuildTryScreen',
  ),
});

const eidsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/eids',

  component: lazyRouteComponent(() => import('./screens/eids/eids-screen.tsx'), 'EidsScreen'),
});

const eidRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/eids/$eid',

  component: lazyRouteComponent(() => import('./screens/eids/eid-screen.tsx'), 'EidScreen'),
});

const domainsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/domains',

  component: lazyRouteComponent(
    () => import('./screens/domains/domains-screen.tsx'),
    'DomainsScreen',
  ),
});

const domainRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/domains/$host',

  component: lazyRouteComponent(
    () => import('./screens/domains/domain-screen.tsx'),
    'DomainScreen',
  ),
});

const brandingRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/branding',

  component: lazyRouteComponent(
    () => import('./screens/branding/branding-screen.tsx'),
    'BrandingScreen',
  ),
});

const domainBrandingRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/domains/$host/branding',

  component: lazyRouteComponent(
    () => import('./screens/branding/domain-branding-screen.tsx'),
    'DomainBrandingScreen',
  ),
});

const applicationBrandingRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/applications/$clientId/branding',

  component: lazyRouteComponent(
    () => import('./screens/branding/application-branding-screen.tsx'),
    'ApplicationBrandingScreen',
  ),
});

const webhooksRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/webhooks',

  component: lazyRouteComponent(
    () => import('./screens/webhooks/webhooks-screen.tsx'),
    'WebhooksScreen',
  ),
});

const webhookRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/webhooks/$id',

  component: lazyRouteComponent(
    () => import('./screens/webhooks/webhook-screen.tsx'),
    'WebhookScreen',
  ),
});

const expiryRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/expiry',

  component: lazyRouteComponent(() => import('./screens/expiry/expiry-screen.tsx'), 'ExpiryScreen'),
});

const changesRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/changes',

  component: lazyRouteComponent(
    () => import('./screens/changes/changes-screen.tsx'),
    'ChangesScreen',
  ),
});

const usageRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/usage',

  component: lazyRouteComponent(() => import('./screens/usage/usage-screen.tsx'), 'UsageScreen'),
});

const auditRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/audit',

  component: lazyRouteComponent(() => import('./screens/audit/audit-screen.tsx'), 'AuditScreen'),
});

const peopleRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/people',

  component: lazyRouteComponent(() => import('./screens/people/people-screen.tsx'), 'PeopleScreen'),
});

const eraseRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: '/erase',

  component: lazyRouteComponent(() => import('./screens/erase/erase-screen.tsx'), 'EraseScreen'),
});

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  component: lazyRouteComponent(() => import('./screens/start/setup-screen.tsx'), 'SetupScreen'),
});

const tryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/try',
  component: lazyRouteComponent(() => import('./screens/try/try-screen.tsx'), 'TryScreen'),
});

const sharedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shared-login',
  component: lazyRouteComponent(() => import('./screens/logins/shared-screen.tsx'), 'SharedScreen'),
});

const loggedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/logged-in',
  component: lazyRouteComponent(
    () => import('./screens/logged-in/logged-in-screen.tsx'),
    'LoggedInScreen',
  ),
});

const routeTree = rootRoute.addChildren([
  homeRoute,
  setupRoute,
  tryRoute,
  loggedInRoute,
  sharedRoute,
  tenantRoute.addChildren([
    startRoute,
    loginsRoute,
    timelineRoute,
    applicationsRoute,
    newApplicationRoute,
    applicationRoute,
    buildTryRoute,
    eidsRoute,
    eidRoute,
    domainsRoute,
    domainRoute,
    brandingRoute,
    domainBrandingRoute,
    applicationBrandingRoute,
    webhooksRoute,
    webhookRoute,
    expiryRoute,
    changesRoute,
    usageRoute,
    auditRoute,
    peopleRoute,
    eraseRoute,
  ]),
]);

/** The screens by their addresses. Each screen is a file that the browser loads when it opens. */
export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: RouteProblem,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: false,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
