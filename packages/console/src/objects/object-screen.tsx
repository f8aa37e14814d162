import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ObjectPlace, objectQuery } from '../api/objects.ts';
import { Page } from '../components/page.tsx';
import { ObjectSettings } from './object-settings.tsx';
import { textIn } from './settings-values.ts';

interface ObjectScreenProps {
  readonly place: ObjectPlace;
  /** The screen with the list of its kind. */
  readonly list: {
    readonly to:
      | '/t/$tenant/applications'
      | '/t/$tenant/domains'
      | '/t/$tenant/eids'
      | '/t/$tenant/webhooks';
    readonly name: string;
  };
  /** Settings that the form leaves alone: the key, and those with a card or screen of their own. */
  readonly without: readonly string[];
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  /** The eID whose own settings are shown in the place of the member `settings`. */
  readonly eid?: string;
  readonly actions?: ReactNode;
  /** What is shown beside the settings. */
  readonly children: ReactNode;
}

/** The screen of one object: its settings, and cards beside them. */
export function ObjectScreen(props: ObjectScreenProps) {
  const { place, list, actions, children, ...settings } = props;
  const { tenant, key } = place;
  const params = { tenant };
  const navigate = useNavigate();
  const { data: stored } = useQuery(objectQuery(place));
  const name = stored && textIn(stored.value, 'name');
  return (
    <Page
      title={name || key}
      crumbs={
        <>
          <Link to={list.to} params={params}>
            {list.name}
          </Link>
          {name && (
            <>
              {' '}
              / <code>{key}</code>
            </>
          )}
        </>
      }
      data={stored?.value}
      actions={actions}
    >
      <div className="columns">
        <ObjectSettings
          place={place}
          {...settings}
          onRemoved={() => void navigate({ to: list.to, params })}
        />
        <div className="stack">{children}</div>
      </div>
    </Page>
  );
}
