import { html } from 'eid-broker/adapters/http/login/html';
import { document } from './document.ts';

/** Posts the response in the URL's fragment to the client. */
export function fragmentPage(): string {
  return document({
    title: 'One moment',
    body: html`<section class="card narrow">
<h1>One moment</h1>
<form method="post" action="/callback"><input type="hidden" name="answer">
<button class="button primary">Go on</button></form>
<noscript><p>These flows bring their answer behind the # of the address, for scripts only: switch JavaScript on.</p></noscript>
<script type="module" src="/assets/fragment.js"></script>
</section>`,
  });
}
