import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LOGIN_CHANNEL, type LoginDemand, settleLogin } from '../api/login-again.ts';
import { sessionQuery } from '../api/session.ts';
import { Dialog } from './dialog.tsx';

const TEXTS = {
  over: 'Your session is over.',
  fresh: 'This act takes a login of the last five minutes.',
} as const;
const LOGIN = '/login?fresh=1&return=/logged-in';

/** The person logs in in a window of its own; the page with what was typed stays as it is. */
export function LoginAgain({ demand }: { readonly demand: LoginDemand }) {
  const queryClient = useQueryClient();
  const [isOther, setIsOther] = useState(false);
  useEffect(() => {
    const channel = new BroadcastChannel(LOGIN_CHANNEL);
    channel.onmessage = () => void check();
    return () => channel.close();

    /** Nothing of the page belongs to somebody else who has logged in. */
    async function check(): Promise<void> {
      const person = await readPerson();
      if (person === undefined) return;
      const known = queryClient.getQueryData(sessionQuery.queryKey)?.principal.id;
      if (known !== undefined && known !== person) return setIsOther(true);
      settleLogin(true);
      void queryClient.invalidateQueries(sessionQuery);
    }
  }, [queryClient]);
  if (isOther) {
    return (
      <Dialog title="Another person has logged in" onClose={() => location.reload()}>
        <p>This page belongs to somebody else. It is loaded again for you.</p>
      </Dialog>
    );
  }
  return (
    <Dialog title="Log in again" onClose={() => settleLogin(false)}>
      <p>{TEXTS[demand]} What you typed and chose stays here.</p>
      <div>
        <button
          type="button"
          className="button primary"
          onClick={() => window.open(LOGIN, '', 'popup,width=520,height=760')}
        >
          Log in
        </button>
      </div>
    </Dialog>
  );
}

/** Who the session belongs to; undefined without one. */
async function readPerson(): Promise<string | undefined> {
  const response = await fetch('/api/session');
  if (!response.ok) return undefined;
  const { principal } = (await response.json()) as { readonly principal: { readonly id: string } };
  return principal.id;
}
