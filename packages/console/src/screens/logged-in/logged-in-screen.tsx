import { useEffect } from 'react';
import { LOGIN_CHANNEL } from '../../api/login-again.ts';

/** The end of a login in a window of its own: it reports to the page that opened it, and closes. */
export function LoggedInScreen() {
  useEffect(() => {
    const channel = new BroadcastChannel(LOGIN_CHANNEL);
    channel.postMessage('logged-in');
    channel.close();
    window.close();
  }, []);
  return (
    <main>
      <h1>You are logged in</h1>
      <p>Close this window: the console goes on in the other one.</p>
    </main>
  );
}
