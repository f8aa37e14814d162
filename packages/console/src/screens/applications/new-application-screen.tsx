import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { APPLICATIONS } from '../../api/objects.ts';
import type { Settings } from '../../api/shapes.ts';
import { Page } from '../../components/page.tsx';
import { NewObject } from '../../objects/new-object.tsx';
import { textIn } from '../../objects/settings-values.ts';
import { APPLICATION_GROUPS } from './application-groups.ts';

const route = getRouteApi('/t/$tenant/applications/new');

/** A public client needs no secret: it can be created as it is, and the wizard's next step is a login. */
const BEGIN = { flows: ['pkce'] };

/** A new application. */
export function NewApplicationScreen() {
  const { tenant } = route.useParams();
  const navigate = useNavigate();
  const [edited, setEdited] = useState<Settings>(BEGIN);
  return (
    <Page
      title="New application"
      lead="A website with a server uses authorization-code; a page or an app without one uses pkce."
      crumbs={
        <Link to="/t/$tenant/applications" params={{ tenant }}>
          Applications
        </Link>
      }
      data={edited}
    >
      <NewObject
        kind={APPLICATIONS}
        tenant={tenant}
        begin={BEGIN}
        groups={APPLICATION_GROUPS}
        onEdited={setEdited}
        onCreated={(application) =>
          void navigate({
            to: '/t/$tenant/applications/$clientId',
            params: { tenant, clientId: textIn(application, 'clientId') },
          })
        }
      />
    </Page>
  );
}
