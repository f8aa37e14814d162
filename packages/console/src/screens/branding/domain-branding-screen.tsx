import { getRouteApi, Link } from '@tanstack/react-router';
import { DOMAINS } from '../../api/objects.ts';
import { ObjectBranding } from './object-branding.tsx';

const route = getRouteApi('/t/$tenant/domains/$host/branding');

/** The looks of the login pages of one domain. */
export function DomainBrandingScreen() {
  const { tenant, host } = route.useParams();
  return (
    <ObjectBranding
      place={{ kind: DOMAINS, tenant, key: host }}
      of={{ tenant, domain: host }}
      lead="What is set here replaces the same setting of the tenant, on this domain."
      crumbs={
        <>
          <Link to="/t/$tenant/domains" params={{ tenant }}>
            Domains and keys
          </Link>{' '}
          /{' '}
          <Link to="/t/$tenant/domains/$host" params={{ tenant, host }}>
            {host}
          </Link>
        </>
      }
    />
  );
}
