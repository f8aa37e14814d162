import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import type { Timeline } from '../../api/shapes.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { LoginStory } from './login-story.tsx';
import { supportText } from './support-text.ts';

/** The timeline of one login, by its shared link. The token is in the fragment, which reaches no server log. */
export function SharedScreen() {
  const [token] = useState(() => location.hash.slice(1));
  const { data: story, error } = useQuery({
    queryKey: ['shared', token],
    queryFn: (): Promise<Timeline> => bodyOf(api.POST('/api/shared-login', { body: { token } })),
  });
  return (
    <main>
      <Page
        title={story === undefined ? 'A login' : `Login ${story.code}`}
        data={story}
        actions={story && <CopyButton text={supportText(story)} label="Copy as text for support" />}
      >
        <ProblemNote error={error} />
        {story && <LoginStory story={story} application={story.application ?? 'unknown'} />}
      </Page>
    </main>
  );
}
