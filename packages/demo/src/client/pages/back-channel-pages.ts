import { type Html, html } from 'eid-broker/adapters/http/login/html';
import { generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';
import { type AcrChoice, byCountry } from '../acr-choices.ts';
import { claimsTable } from './claims-table.ts';
import { document } from './document.ts';

interface BackChannelPage {
  readonly choices: readonly AcrChoice[];
  /** The acr value that is chosen first. */
  readonly usual: string;
  /** The proposed text of a call. */
  readonly message: string;
}

/** The start page of logins without redirects. The service refuses an eID that has none. */
export function backChannelPage({ choices, usual, message }: BackChannelPage): string {
  return document({
    title: 'Without redirects',
    body: html`<section class="card narrow">
<h1>Without redirects</h1>
<p>Here the server of this application talks to the service directly, as <code>demo-backend</code>.</p>
<form method="post" action="/backend/call">
${eidField(choices, usual)}
<label class="field">Who is on the phone?
<input name="personalNumber" value="199610202385" required data-testid="personal-number"></label>
<details>
<summary>What the eID requires</summary>
<label class="field">Text, if the eID takes one
<input name="message" value="${message}" data-testid="call-message"></label>
<label class="field">authorization_details, in place of callInitiator
<input name="details" placeholder="[{&quot;type&quot;:&quot;customerServiceCall.v1&quot;}]" data-testid="call-details"></label>
</details>
<div class="actions"><button class="button primary" data-testid="start-call">Ask in their app<small>CIBA: Greta approves by herself, 191212121212 on the phone</small></button></div>
</form>
<form method="post" action="/backend/headless">
${eidField(choices, usual)}
<div class="actions"><button class="button secondary" data-testid="start-headless">Show a QR code of our own<small>headless</small></button></div>
</form>
</section>`,
  });
}

function eidField(choices: readonly AcrChoice[], usual: string): Html {
  const options = byCountry(choices).map(
    ({ label, choices: ofCountry }) =>
      html`<optgroup label="${label}">${ofCountry.map(
        ({ acr, title }) =>
          html`<option value="${acr}"${acr === usual && html` selected`}>${title}</option>`,
      )}</optgroup>`,
  );
  return html`<label class="field">eID
<select name="acr" data-testid="back-channel-acr">${options}</select></label>`;
}

/** The state of the last poll. Each reload of the page is a poll. */
export function pendingPage(description: string, qrData: string | undefined): string {
  return document({
    title: 'Waiting',
    body: html`<section class="card narrow">
<h1>Waiting</h1>
<p data-testid="told">${description}</p>
${qrData !== undefined && html`<p><img class="code" alt="QR code for the app" src="/backend/qr" data-testid="qr" data-qr="${qrData}"></p>`}
<a class="button quiet" href="/backend">Begin anew</a>
</section>`,
  });
}

/** The identified person. */
export function answeredPage(claims: Readonly<Record<string, unknown>>): string {
  return document({
    title: 'Answered',
    body: html`<section class="card wide">
<h1 data-testid="welcome">${String(claims.name)} answered</h1>
${claimsTable(claims)}
<div class="actions row"><a class="button secondary" href="/backend">Begin anew</a></div>
</section>`,
  });
}

/** As an SVG document in black on white, independent of the page's colours. */
export function qrImage(qrData: string): string {
  return toSvgSource(generate(qrData), { on: 'black', off: 'white', scale: 6 });
}
