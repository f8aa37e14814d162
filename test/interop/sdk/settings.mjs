/** What the server wrote into the page: where the service is, and as whom to ask. */
export const settings = JSON.parse(document.getElementById('settings').textContent);

/** The one registered redirect URI of the page is the page itself. */
export const redirectUri = `${location.origin}${location.pathname}`;

/** Shows what a login came to, as the tests read it. */
export function show(outcome) {
  document.getElementById('outcome').textContent = JSON.stringify(outcome);
}
