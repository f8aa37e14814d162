/** The values that the server put into the page: the issuer, and the client id. */
export const settings = JSON.parse(document.getElementById('settings').textContent);

/** The one registered redirect URI of the page is the page itself. */
export const redirectUri = `${location.origin}${location.pathname}`;

/** Shows the result of a login, for the tests to read. */
export function show(outcome) {
  document.getElementById('outcome').textContent = JSON.stringify(outcome);
}
