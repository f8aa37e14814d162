import { CriiptoAuth } from '@criipto/auth-js';

import { redirectUri, settings, show } from './settings.mjs';

const auth = new CriiptoAuth({
  domain: settings.domain,
  clientID: settings.clientId,
  store: sessionStorage,
  redirectUri,
  protocol: 'http',
  acrValues: settings.acrValues,
});

const WAYS = {
  redirect: () => auth.redirect.authorize({ state: 'a state', nonce: 'n-1' }),
  popup: () => auth.popup.authorize({ redirectUri, state: 'a state', width: 500, height: 700 }),
  silent: () => auth.checkSession({}),
  logout: () => auth.logout({ redirectUri, state: 'gone' }),
};

for (const [way, begin] of Object.entries(WAYS)) {
  const button = document.createElement('button');
  button.textContent = way;
  button.addEventListener('click', () => tell(begin()));
  document.body.append(button);
}

tell(auth.redirect.match());

async function tell(login) {
  try {
    const response = await login;
    if (response)
      show({ claims: response.claims, state: response.state, traceId: response.traceId });
  } catch (error) {
    const { message, error: code, error_description: description } = error;
    show({ message, code, description });
  }
}
