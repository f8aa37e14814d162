import '../../styles/timeline.css';
import type { ReactNode } from 'react';
import type { Timeline } from '../../api/shapes.ts';
import { Moment } from '../../components/moment.tsx';
import { OutcomeBadge } from '../../components/outcome-badge.tsx';
import { Story } from './story.tsx';
import { WHO_ACTS } from './support-text.ts';

interface LoginStoryProps {
  readonly story: Timeline;
  /** The application, as a link where the reader may follow it. */
  readonly application: ReactNode;
  /** The login to which a refused request belongs; absent: none. */
  readonly login?: ReactNode;
}

/** What happened in a login, why it ended so, and who must act. */
export function LoginStory({ story, application, login }: LoginStoryProps) {
  const { outcome, cause, fix, whoActs, eid, acr, channel, beganAt } = story;
  return (
    <div className="columns">
      <section className="card" aria-labelledby="steps">
        <h2 id="steps">What happened</h2>
        <Story story={story} />
      </section>
      <div className="stack">
        <section className="card" aria-labelledby="verdict">
          <h2 id="verdict" className="row">
            Outcome <OutcomeBadge outcome={outcome} />
          </h2>
          <dl className="verdict">
            <div>
              <dt>Cause</dt>
              <dd>{cause}</dd>
            </div>
            <div>
              <dt>Fix</dt>
              <dd>{fix}</dd>
            </div>
            <div>
              <dt>Who acts</dt>
              <dd>{WHO_ACTS[whoActs]}</dd>
            </div>
          </dl>
        </section>
        <section className="card" aria-labelledby="facts">
          <h2 id="facts">About it</h2>
          <dl className="facts">
            <dt>Application</dt>
            <dd>{application}</dd>
            {login !== undefined && (
              <>
                <dt>Belongs to</dt>
                <dd>{login}</dd>
              </>
            )}
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
      </div>
    </div>
  );
}
