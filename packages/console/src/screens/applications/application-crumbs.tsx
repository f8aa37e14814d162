import { Link } from '@tanstack/react-router';

interface ApplicationCrumbsProps {
  readonly tenant: string;
  readonly clientId: string;
}

/** The way back to an application, from a screen that belongs to it. */
export function ApplicationCrumbs({ tenant, clientId }: ApplicationCrumbsProps) {
  return (
    <>
      <Link to="/t/$tenant/applications" params={{ tenant }}>
        Applications
      </Link>{' '}
      /{' '}
      <Link to="/t/$tenant/applications/$clientId" params={{ tenant, clientId }}>
        <code>{clientId}</code>
      </Link>
    </>
  );
}
