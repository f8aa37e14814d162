import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { sessionQuery } from './api/session.ts';
import { NoTenant, NotFound, RouteProblem } from './components/dead-ends.tsx';
import { Shell } from './components/shell.tsx';
import { checkLoginSearch } from './screens/logins/login-search.ts';

const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  component: Outlet,
  errorComponent: RouteProblem,
  notFoundComponent: NotFound,
});

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: NoTenant,
  beforeLoad: async ({ context }) => {
    const { tenants } = await context.queryClient.ensureQueryData(sessionQuery);
    const [first] = tenants;
    if (first === undefined) return;
    throw redirect({ to: '/t/$tenant/logins', params: { tenant: first.id } });
  },
});

const tenantRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/t/$tenant',
  component: Shell,
  loader: ({ context }) => context.queryClient.ensureQueryData(sessionQuery),
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

const routeTree = rootRoute.addChildren([
  homeRoute,
  tenantRoute.addChildren([
    loginsRoute,
    timelineRoute,
    applicationsRoute,
    newApplicationRoute,
    applicationRoute,
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
