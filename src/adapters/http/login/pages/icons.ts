import { html } from '../html.ts';

/** A phone with a person's tick on it: the eID's app is at work. */
export const phoneIcon = html`<div class="icon" aria-hidden="true"><svg viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"><rect x="13" y="4" width="22" height="40" rx="5"/><path d="M22 38h4"/><path class="pulse" d="m19 22 4 4 7-8"/></svg></div>`;

/** A pause: the login stopped. */
export const stoppedIcon = html`<div class="icon stopped" aria-hidden="true"><svg viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round"><circle cx="24" cy="24" r="19"/><path d="M24 14v13M24 33.5v.1"/></svg></div>`;
