import { getRouteApi } from '@tanstack/react-router';
import { APPLICATIONS } from '../../api/objects.ts';
import { ApplicationCrumbs } from '../applications/application-crumbs.tsx';
import { ObjectBranding } from './object-branding.tsx';

const route = getRouteApi('/t/$tenant/applications/$clientId/branding');

/** The looks of the login pages of one application. */
export function ApplicationBrandingScreen() {
  const { tenant, clientId } = route.useParams();
  return (
    <ObjectBranding
      place={{ kind: APPLICATIONS, tenant, key: clientId }}
      of={{ tenant, application: clientId }}
      lead="What is set here replaces the same setting of the domain and of the tenant, in logins of this application."
      crumbs={<ApplicationCrumbs tenant={tenant} clientId={clientId} />}
    />
  );
}
