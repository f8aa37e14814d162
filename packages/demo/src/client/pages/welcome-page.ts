import { type Html, html } from 'eid-broker/adapters/http/login/html';

import { CONTRACT } from '../authorization-parameters.ts';
import { demoApplications } from '../demo-applications.ts';
import { type DemoWish, loginPath } from '../login-choice.ts';
import type { Proof } from '../relying-party.ts';
import { claimsTable } from './claims-table.ts';
import { document } from './document.ts';

type Claims = Proof['claims'];

/** The person, their claims, and the checks of the token. */
export function welcomePage(proof: Proof): string {
  const { claims, userinfo, idToken, checks, choice } = proof;
  const name = String((userinfo ?? claims).name ?? claims.sub);
  const [header, payload] = idToken.split('.');
  const { clientId, kind } = demoApplications[choice.flow];
  return document({
    title: `Welcome ${name}`,
    body: html`<section class="card wide">
<h1 data-testid="welcome">Welcome ${name}</h1>
<p>You ${choice.wish === 'sign' ? 'signed' : 'are logged in'}: ${kind} (<code>${clientId}</code>). This is what the signed ID token says.</p>
${claimsTable(claims)}
${'evidence' in claims && evidencePart(choice.wish)}
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
${userinfo !== undefined && userinfoPart(userinfo)}
<div class="actions row">
<form method="post" action="/logout"><button class="button primary" data-testid="logout">Log out</button></form>
<a class="button secondary" href="${loginPath(choice)}">Log in again</a>
</div>
</section>`,
  });
}

function userinfoPart(userinfo: Claims): Html {
  return html`<details>
<summary>The answer of the userinfo endpoint</summary>
<pre tabindex="0" data-testid="userinfo">${JSON.stringify(userinfo, undefined, 2)}</pre>
</details>`;
}

/** The service has verified the evidence; this is for an independent verification. */
function evidencePart(wish: DemoWish): Html {
  return html`<h2>Evidence</h2>
<p>The claim <code>evidence</code> holds BankID's signature${wish === 'sign' && html` over this text`}.</p>
${wish === 'sign' && html`<pre tabindex="0" data-testid="contract">${CONTRACT}</pre>`}
<p>Save the <a href="/token.jwt" data-testid="token-file">ID token</a> and verify it, offline and without this service:</p>
<pre tabindex="0">npm run verify-evidence -- token.jwt --roots .data/bankid-simulator/pki/bankid-root.pem</pre>`;
}

function decoded(part = ''): string {
  return JSON.stringify(JSON.parse(Buffer.from(part, 'base64url').toString()), undefined, 2);
}
