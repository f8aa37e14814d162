import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { timelineQuery } from '../../api/logins.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { LoginStory } from './login-story.tsx';
import { ShareLink } from './share-link.tsx';
import { supportText } from './support-text.ts';

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
        <LoginStory
          story={story}
          login={
            story.login ? (
              <Link to="/t/$tenant/logins/$code" params={{ tenant, code: story.login }}>
                {story.login}
              </Link>
            ) : undefined
          }
          application={
            story.application === null ? (
              'unknown'
            ) : (
              <Link
                to="/t/$tenant/applications/$clientId"
                params={{ tenant, clientId: story.application }}
              >
                {story.application}
              </Link>
            )
          }
        />
      )}
    </Page>
  );
}
