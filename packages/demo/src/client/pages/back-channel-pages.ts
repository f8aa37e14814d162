import { html } from 'eid-broker/adapters/http/login/html';
import { generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';
import { claimsTable } from './claims-table.ts';
import { document } from './document.ts';

/** The start page of logins without redirects. */
export function backChannelPage(): string {
  return document({
    title: 'Without redirects',
    body: html`<section class="card narrow">
<h1>Without redirects</h1>
<p>Here the server of this application talks to the service directly, as <code>demo-backend</code>.</p>
<form method="post" action="/backend/call">
<label class="field">Who is on the phone?
<input name="personalNumber" value="199610202385" inputmode="numeric" required data-testid="personal-number"></label>
<div class="actions"><button class="button primary" data-testid="start-call">Ask in their app<small>CIBA: Greta approves by herself, 191212121212 on the phone</small></button></div>
</form>
<form method="post" action="/backend/headless">
<div class="actions"><button class="button secondary" data-testid="start-headless">Show a QR code of our own<small>headless</small></button></div>
</form>
</section>`,
  });
}

/** The state of the last poll. Each reload of the page is a poll. */
export function pendingPage(description: string, qrData: string | undefined): string {
  return document({
    title: 'Waiting',
    body: html`<section class="card narrow">
<h1>Waiting</h1>
<p data-testid="told">${description}</p>
${qrData !== undefined && html`<p><img class="code" alt="QR code for the BankID app" src="/backend/qr" data-testid="qr" data-qr="${qrData}"></p>`}
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
