import type { Timeline } from '../../api/shapes.ts';
import { Moment } from '../../components/moment.tsx';
import { gapBefore } from './support-text.ts';

/** The steps of a login in their order, each with the time since the one before. */
export function Story({ story }: { readonly story: Timeline }) {
  return (
    <ol className="story">
      {story.steps.map(({ at, what, words }, index) => (
        <li key={`${at} ${what}`}>
          <span>{words}</span>
          <Moment at={at} show="time" />
          <span className="gap">{gapBefore(story, index)}</span>
        </li>
      ))}
    </ol>
  );
}
