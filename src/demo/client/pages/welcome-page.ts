import { type Html, html } from '../../../adapters/http/login/html.ts';
import { demoApplications } from '../demo-applications.ts';
import { loginPath } from '../login-choice.ts';
import type { Proof } from '../relying-party.ts';
import { document } from './document.ts';

/** Who has logged in, what is known of them, and how we know. */
export function welcomePage(proof: Proof): string {
  const { claims, userinfo, idToken, checks, choice } = proof;
  const name = String(claims.name ?? claims.sub);
  const [header, payload] = idToken.split('.');
  const { clientId, kind } = demoApplications[choice.flow];
  return document({
    title: `Welcome ${name}`,
    body: html`<section class="card wide">
<h1 data-testid="welcome">Welcome ${name}</h1>
<p>You are logged in: authorization ${kind} (<code>${clientId}</code>). This is what the signed ID token says.</p>
${claimsTable(claims)}
<h2>What was checked</h2>
<ul class="checks" data-testid="checks">${checks.map((check) => html`<li>${check}</li>`)}</ul>
<details>
<summary>The ID token as it came</summary>
<h3>Header</h3>
<pre tabindex="0" data-testid="id-token-header">${decoded(header)}</pre>
<h3>Payload</h3>
<pre tabindex="0" data-testid="id-token-payload">${decoded(payload)}</pre>
<h3>Raw</h3>
<pre class="raw" tabindex="0" data-testid="id-token">${idToken}</pre>
</details>
<details>
<summary>The answer of the userinfo endpoint</summary>
<pre tabindex="0" data-testid="userinfo">${JSON.stringify(userinfo, undefined, 2)}</pre>
</details>
<div class="actions row">
<form method="post" action="/logout"><button class="button primary" data-testid="logout">Log out</button></form>
<a class="button secondary" href="${loginPath(choice)}">Log in again</a>
</div>
</section>`,
  });
}

/** What people ask for first. */
const FIRST = ['name', 'given_name', 'family_name', 'ssn', 'country'];

function claimsTable(claims: Proof['claims']): Html {
  const names = [...new Set([...FIRST.filter((one) => one in claims), ...Object.keys(claims)])];
  const rows = names.map(
    (name) =>
      html`<tr><th scope="row">${name}</th><td data-testid="claim-${name}">${shown(claims[name])}</td></tr>`,
  );
  return html`<table data-testid="claims"><caption>Verified claims</caption><tbody>${rows}</tbody></table>`;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function decoded(part = ''): string {
  return JSON.stringify(JSON.parse(Buffer.from(part, 'base64url').toString()), undefined, 2);
}
