import { html } from 'eid-broker/adapters/http/login/html';
import { type AcrChoice, byCountry } from '../acr-choices.ts';
import { type DemoFlow, demoApplications } from '../demo-applications.ts';
import { type DemoWish, languageChoices } from '../login-choice.ts';
import { document } from './document.ts';

interface HomePage {
  readonly issuer: string;
  readonly phoneUrl: string;
  readonly choices: readonly AcrChoice[];
}

/** The start page: the eID, the language, the flow and the purpose. */
export function homePage({ issuer, phoneUrl, choices }: HomePage): string {
  return document({
    title: 'Log in',
    body: html`<section class="card narrow" data-testid="home">
<h1>Good to see you</h1>
<p>Log in with a simulated eID, then look at what this application learns about you.</p>
<form action="/login" method="get">
<label class="field">Your eID
<select name="acr" data-testid="acr">${byCountry(choices).map(
      ({ label, choices: ofCountry }) =>
        html`<optgroup label="${label}">${ofCountry.map(
          ({ acr, title }) => html`<option value="${acr}">${title}</option>`,
        )}</optgroup>`,
    )}</select></label>
<label class="field">Language of the login
<select name="ui_locales" data-testid="language">${languageChoices.map(
      ([tag, label]) => html`<option value="${tag}">${label}</option>`,
    )}</select></label>
<div class="actions">
${button('code', 'primary', 'Log in')}
${button('pkce', 'secondary', 'Log in (PKCE)')}
</div>
<details>
<summary>Other ways, and signing</summary>
<div class="actions">
${button('hybrid', 'secondary', 'Log in (code id_token)')}
${button('implicit', 'secondary', 'Log in (implicit)')}
${wishButton('evidence', 'Log in, with evidence', 'scope evidence')}
${wishButton('sign', 'Sign a contract', 'login_hint with action:sign and message')}
</div>
</details>
</form>
<p class="note"><a href="/backend" data-testid="backend">Without redirects</a>: a phone call (CIBA), and a QR code of our own (headless).</p>
<p class="note">Your BankID is on the <a href="${phoneUrl}/" target="_blank" rel="noopener" data-testid="phone">simulated phone</a>: open it beside this page and scan there. Everything that <a href="${phoneUrl}/waiting" target="_blank" rel="noopener" data-testid="waiting">waits for you</a> at any eID is on one page. The service is <a href="${issuer}/.well-known/openid-configuration">${issuer}</a>.</p>
</section>`,
  });
}

function button(flow: DemoFlow, weight: string, label: string) {
  const { clientId, kind } = demoApplications[flow];
  return html`<button class="button ${weight}" name="flow" value="${flow}" data-testid="login-${flow}">${label}<small>${kind} (${clientId})</small></button>`;
}

function wishButton(wish: DemoWish, label: string, how: string) {
  return html`<button class="button secondary" name="wish" value="${wish}" data-testid="login-${wish}">${label}<small>${how}</small></button>`;
}
