import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { APPLICATIONS } from '../../api/objects.ts';
import type { Settings } from '../../api/shapes.ts';
import { Page } from '../../components/page.tsx';
import { NewObject } from '../../objects/new-object.tsx';
import { textIn } from '../../objects/settings-values.ts';
import { APPLICATION_GROUPS } from './application-groups.ts';
import { needsSecret, newSecret } from './new-secret.ts';
import { SecretDialog } from './secret-dialog.tsx';

const route = getRouteApi('/t/$tenant/applications/new');

/** A public client needs no secret: it can be created as it is, and the wizard's next step is a login. */
const BEGIN = { flows: ['pkce'] };

/** A new application. One with a server gets a secret, which is in no draft. */
export function NewApplicationScreen() {
  const { tenant } = route.useParams();
  const navigate = useNavigate();
  const [edited, setEdited] = useState<Settings>(BEGIN);
  const [secret] = useState(() => newSecret(crypto));
  const [created, setCreated] = useState<Settings>();
  const open = (application: Settings) =>
    void navigate({
      to: '/t/$tenant/applications/$clientId',
      params: { tenant, clientId: textIn(application, 'clientId') },
    });
  return (
    <Page
      title="New application"
      lead="A website with a server uses authorization-code, and gets a secret unless it has keys. A page or an app without a server uses pkce."
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
        without={['secrets']}
        groups={APPLICATION_GROUPS}
        complete={(application) =>
          needsSecret(application) ? { ...application, secrets: [{ value: secret }] } : application
        }
        onEdited={setEdited}
        onCreated={(application) =>
          application.secrets === undefined ? open(application) : setCreated(application)
        }
      />
      {created && <SecretDialog secret={secret} onClose={() => open(created)} />}
    </Page>
  );
}
