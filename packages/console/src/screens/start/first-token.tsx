import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { KnownEid } from '../../api/first-steps.ts';
import { APPLICATIONS, createObject, DOMAINS, EIDS } from '../../api/objects.ts';
import type { Settings } from '../../api/shapes.ts';
import { ProblemNote } from '../../components/problem-note.tsx';
import { textIn, textsIn } from '../../objects/settings-values.ts';
import { authorizeParameters, authorizeUrl, newTryKeys } from '../try/authorize-url.ts';
import { keepTry, TRY_PATH } from '../try/try-record.ts';
import { distinctTitle, idOf } from './names.ts';
import { StepForm } from './step-form.tsx';
import { whenServed } from './when-served.ts';

interface DomainStepProps {
  readonly tenant: string;
  /** Free issuers of this machine. */
  readonly issuers: readonly string[];
}

/** The issuer, for tests. */
export function DomainStep({ tenant, issuers }: DomainStepProps) {
  return (
    <StepForm
      name={`domain ${tenant}`}
      begin={{ issuer: issuers[0] ?? 'https://' }}
      fields={[
        {
          name: 'issuer',
          label: 'Issuer',
          hint: 'An origin that leads to this service, and that your browser reaches.',
        },
      ]}
      submitLabel="Create the test domain"
      submit={({ issuer }) => createObject(DOMAINS, tenant, { issuer, environment: 'test' })}
    />
  );
}

interface EidStepProps {
  readonly tenant: string;
  readonly eids: readonly KnownEid[];
}

/** An eID that works here without a certificate; any other by its form. */
export function EidStep({ tenant, eids }: EidStepProps) {
  // The simplest first: an eID without settings logs in at once.
  const ready = eids
    .filter(({ testSettings }) => testSettings !== null)
    .toSorted((one, other) => sizeOf(one) - sizeOf(other));
  const titles = ready.map((one) => distinctTitle(one, ready));
  const chosen = (title: string) => ready[titles.indexOf(title)];
  return (
    <StepForm
      name={`eid ${tenant}`}
      begin={{ title: titles[0] ?? '' }}
      fields={[
        {
          name: 'title',
          label: 'eID',
          hint: 'These are simulated here: no certificate, no real identity.',
          options: titles,
        },
      ]}
      submitLabel="Add the eID"
      submit={({ title }) => {
        const { eid, testSettings: settings } = chosen(title) ?? {};
        return createObject(EIDS, tenant, { eid, environment: 'test', settings });
      }}
    >
      <p className="hint">
        <Link to="/t/$tenant/eids" params={{ tenant }}>
          Another eID, with its own settings
        </Link>
      </p>
    </StepForm>
  );
}

function sizeOf({ testSettings }: KnownEid): number {
  return Object.keys(testSettings ?? {}).length;
}

interface ApplicationStepProps {
  readonly tenant: string;
  /** The acr values of the tenant's eIDs. */
  readonly acrValues: readonly string[];
}

/** An application whose answers come back to the console. */
export function ApplicationStep({ tenant, acrValues }: ApplicationStepProps) {
  const here = `${location.origin}${TRY_PATH}`;
  return (
    <StepForm
      name={`application ${tenant}`}
      begin={{
        name: 'My application',
        clientId: 'my-application',
        redirectUri: here,
        acr: acrValues[0] ?? '',
      }}
      fields={[
        { name: 'name', label: 'Name', hint: 'The login pages show it.' },
        { name: 'clientId', label: 'Client ID', hint: 'Its name in requests. It stays.' },
        {
          name: 'redirectUri',
          label: 'Redirect URI',
          hint: 'Where logins come back. This one is the console: add your own later.',
        },
        {
          name: 'acr',
          label: 'Default eID',
          hint: 'Of requests that name none.',
          ...(acrValues.length > 0 && { options: acrValues }),
        },
      ]}
      follow={(values, changed) =>
        changed === 'name' ? { ...values, clientId: idOf(values.name) } : values
      }
      submitLabel="Create the application"
      submit={({ name, clientId, redirectUri, acr }) =>
        createObject(APPLICATIONS, tenant, {
          clientId,
          name,
          flows: ['pkce'],
          redirectUris: [redirectUri],
          ...(acr !== '' && { defaultAcrValues: acr }),
        })
      }
    />
  );
}

interface LoginStepProps {
  readonly tenant: string;
  readonly issuers: readonly string[];
  readonly applications: readonly Settings[];
}

/** A login, whose answer comes back to the console. */
export function LoginStep({ tenant, issuers, applications }: LoginStepProps): ReactNode {
  const here = `${location.origin}${TRY_PATH}`;
  const application = applications.find(
    (one) => textsIn(one, 'flows').includes('pkce') && textsIn(one, 'redirectUris').includes(here),
  );
  const clientId = textIn(application ?? applications[0] ?? {}, 'clientId');
  const issuer = textsIn(application ?? {}, 'issuers')[0] ?? issuers[0] ?? '';
  const leave = useMutation({
    mutationFn: async () => {
      await whenServed({ tenant, clientId }, issuer);
      const keys = await newTryKeys(crypto);
      const { nonce, verifier, state } = keys;
      const redirectUri = here;
      keepTry(state, { tenant, clientId, issuer, redirectUri, nonce, verifier, isPublic: true });
      const request = {
        issuer,
        clientId,
        redirectUri,
        responseType: 'code',
        responseMode: '',
        scope: 'openid',
        acr: '',
        loginHint: '',
        prompt: '',
      };
      location.assign(authorizeUrl(issuer, authorizeParameters(request, keys)));
      // The page leaves; until then the button stays disabled.
      await new Promise(() => {});
    },
  });
  return (
    <div className="fields">
      {application === undefined ? (
        <p>
          No application comes back to the console.{' '}
          <Link to="/t/$tenant/applications/$clientId/try" params={{ tenant, clientId }}>
            Try {clientId}
          </Link>
          , or add <code>{here}</code> to the redirect URIs of a public one.
        </p>
      ) : (
        <div>
          <button
            type="button"
            className="button primary"
            disabled={leave.isPending}
            onClick={() => leave.mutate()}
          >
            Log in now
          </button>
        </div>
      )}
      {leave.isPending && (
        <p role="status" className="hint">
          A change applies everywhere within three seconds…
        </p>
      )}
      <ProblemNote error={leave.error} />
    </div>
  );
}
