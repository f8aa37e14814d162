import '../../styles/timeline.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { timelineQuery } from '../../api/logins.ts';
import type { Timeline } from '../../api/shapes.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Moment } from '../../components/moment.tsx';
import { OutcomeBadge } from '../../components/outcome-badge.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { ShareLink } from './share-link.tsx';
import { Story } from './story.tsx';
import { supportText, WHO_ACTS } from './support-text.ts';

const route = getRouteApi('/t/$tenant/logins/$code');

/** The story of one login: what happened, why it ended so, and who must act. */
export function TimelineScreen() {
  const { tenant, code } = route.useParams();
  const { data: story, error, isPending } = useQuery(timelineQuery(tenant, code));
  return (
    <Page
      title={`Login ${code}`}
      crumbs={
        <Link to="/t/$tenant/logins" params={{ tenant }}>
          Logins
        </Link>
      }
      data={story}
      actions={
        story && (
          <>
            <CopyButton text={supportText(story)} label="Copy as text for support" />
            <ShareLink tenant={tenant} code={code} />
          </>
        )
      }
    >
      <ProblemNote error={error} />
      {isPending && <p className="empty">Loading…</p>}
      {story && (
        <div className="columns">
          <section className="card" aria-labelledby="steps">
            <h2 id="steps">What happened</h2>
            <Story story={story} />
          </section>
          <div className="stack">
            <Verdict story={story} />
            <Facts story={story} tenant={tenant} />
          </div>
        </div>
      )}
    </Page>
  );
}

function Verdict({ story: { outcome, cause, fix, whoActs } }: { readonly story: Timeline }) {
  return (
    <section className="card" aria-labelledby="verdict">
      <h2 id="verdict" className="row">
        Outcome <OutcomeBadge outcome={outcome} />
      </h2>
      <dl className="verdict">
        {cause !== null && (
          <div>
            <dt>Cause</dt>
            <dd>{cause}</dd>
          </div>
        )}
        {fix !== null && (
          <div>
            <dt>Fix</dt>
            <dd>{fix}</dd>
          </div>
        )}
        <div>
          <dt>Who acts</dt>
          <dd>{WHO_ACTS[whoActs]}</dd>
        </div>
      </dl>
    </section>
  );
}

function Facts({ story, tenant }: { readonly story: Timeline; readonly tenant: string }) {
  const { application, eid, acr, channel, beganAt } = story;
  return (
    <section className="card" aria-labelledby="facts">
      <h2 id="facts">About it</h2>
      <dl className="facts">
        <dt>Application</dt>
        <dd>
          {application === null ? (
            'none known'
          ) : (
            <Link to="/t/$tenant/applications/$clientId" params={{ tenant, clientId: application }}>
              {application}
            </Link>
          )}
        </dd>
        <dt>eID</dt>
        <dd>{eid ?? 'none chosen'}</dd>
        <dt>acr</dt>
        <dd>
          <code>{acr ?? '–'}</code>
        </dd>
        <dt>Channel</dt>
        <dd>{channel}</dd>
        <dt>Began</dt>
        <dd>
          <Moment at={beganAt} />
        </dd>
      </dl>
    </section>
  );
}
