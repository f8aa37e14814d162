import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { api } from '../api/client.ts';
import { sessionQuery, tenantsQuery, useMay } from '../api/session.ts';
import { keepTenant } from './last-tenant.ts';
import { Menu } from './menu.tsx';
import { homeScreen, isAvailable, listedScreens } from './screen-list.ts';

/** What surrounds every screen: the tenant, the list of screens, who uses the console. */
export function Shell() {
  const { tenant } = useParams({ from: '/t/$tenant' });
  const may = useMay(tenant);
  const side = useRef<HTMLElement>(null);
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // Absent on the page that the browser loaded: its focus stays.
  const before = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const shown = useRef(before ?? path);
  useEffect(() => keepTenant(tenant), [tenant]);
  // A new screen is announced: the focus moves to it, and the list of screens closes on a phone.
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    if (side.current?.matches(':popover-open')) side.current.hidePopover();
    main.current?.focus();
  }, [path]);
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="topbar">
        <Brand />
        <button type="button" className="button" popoverTarget="side">
          Menu
        </button>
      </header>
      <aside className="side" id="side" popover="auto" ref={side} aria-label="Console">
        <Brand />
        <TenantMenu tenant={tenant} />
        <nav aria-label="Screens">
          {listedScreens(may).map(({ heading, screens }) => (
            <section key={heading} aria-label={heading}>
              <h2>{heading}</h2>
              <ul>
                {screens.map(({ to, name }) => (
                  <li key={to}>
                    <Link to={to} params={{ tenant }} activeProps={{ 'aria-current': 'page' }}>
                      {name}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        <WhoAmI />
      </aside>
      <main id="main" tabIndex={-1} ref={main}>
        <Outlet />
      </main>
    </div>
  );
}

function Brand() {
  return (
    <Link to="/" className="brand">
      <img src="/icon.svg" alt="" /> eid-broker
    </Link>
  );
}

function TenantMenu({ tenant }: { readonly tenant: string }) {
  const { data: tenants } = useSuspenseQuery(tenantsQuery);
  const name = tenants.find(({ id }) => id === tenant)?.name ?? tenant;
  if (tenants.length < 2) return <p className="hint tenant">{name}</p>;
  return (
    <Menu label={name}>
      {tenants.map(({ id, name: shown }) => (
        <Link key={id} to={homeScreen()} params={{ tenant: id }}>
          {shown}
        </Link>
      ))}
    </Menu>
  );
}

function WhoAmI() {
  const { data } = useQuery({ ...sessionQuery, enabled: isAvailable('/api/session') });
  if (data === undefined) return null;
  const { name, grants } = data.principal;
  const isPerson = data.principal.kind === 'administrator';
  const roles = [...new Set(grants.map(({ role }) => role))].join(', ');
  return (
    <Menu label={name}>
      <p className="hint">{roles}</p>
      {isPerson && (
        <button type="button" onClick={() => void logOut()}>
          Log out
        </button>
      )}
    </Menu>
  );
}

/** Nothing of the session stays in the tab: drafts go too. */
async function logOut(): Promise<void> {
  await api.DELETE('/api/session');
  sessionStorage.clear();
  location.assign('/login');
}
