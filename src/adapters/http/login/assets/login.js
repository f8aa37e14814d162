// Spares the person the reloading that the page does without a script: asks each second how the login
// stands, draws the QR code, and replaces the parts of the page when there is something else to show.
import { generate } from './lean-qr.mjs';

const SECOND = 1000;
const HIDDEN = 5 * SECOND;
const LONGEST_ANSWER = 10 * SECOND;

const main = document.querySelector('main');
const path = main.dataset.path;
let timer;
let busy = false;
let gone = false;
let clicked = false;
// In milliseconds; longer than a second when the server asks for it.
let pause = SECOND;

main.addEventListener('submit', onSubmit);
main.addEventListener('click', onClick);
document.addEventListener('visibilitychange', () => document.hidden || look());
window.addEventListener('online', look);
// A page in the background says nothing, it may come back at any time; one that goes says so.
window.addEventListener('pagehide', () => gone || navigator.sendBeacon(`${path}/leave`));
// A page that the browser kept while the person was elsewhere may be long out of date.
window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
draw(qrOfPage());
schedule();
// Keeps reload.js from its work.
document.documentElement.dataset.moduleRuns = '';

function part(name) {
  return main.querySelector(`[data-part="${name}"]`);
}

/** Only an order that waits changes by itself; elsewhere the person's click does. */
function schedule() {
  clearTimeout(timer);
  const waits = ['scan', 'open', 'app', 'return'].includes(main.dataset.state);
  if (waits && !gone) timer = setTimeout(look, document.hidden ? Math.max(HIDDEN, pause) : pause);
}

/** What ended stays until the click: a start that failed is not even known to the server any more. */
async function look() {
  if (busy || gone || ['ended', 'read'].includes(main.dataset.state)) return;
  busy = true;
  try {
    const answer = await ask(`${path}/status`, { headers: { accept: 'application/json' } });
    // A click that is under way may be what ended the login; then its answer says where to go.
    if (answer.status === 404) return clicked ? undefined : leave(path);
    // Who asks too often, or of a server that cannot answer now, is told when to ask again.
    pause = SECOND * Math.max(1, Number(answer.headers.get('retry-after')) || 0);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    await show(await answer.json());
  } catch {
    trouble();
  } finally {
    busy = false;
    schedule();
  }
}

function ask(url, options) {
  const signal = AbortSignal.timeout(LONGEST_ANSWER);
  return fetch(url, { cache: 'no-store', redirect: 'manual', signal, ...options });
}

async function show(status) {
  // The app may have come back to a new tab: then that one goes on, and not this one behind it.
  if (status.continue) return document.hidden ? undefined : leave(status.continue);
  if (status.state !== main.dataset.state) return turn(await ask(path));
  say(status.message);
  draw(status.qr);
}

/** Takes over the parts of a page that the server drew. */
async function turn(answer) {
  if (answer.type === 'opaqueredirect') return leave(path);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const next = page.querySelector('main[data-state]');
  if (!next) return leave(path);
  const held = main.contains(document.activeElement);
  document.title = page.title;
  main.dataset.state = next.dataset.state;
  const reading = part('text').querySelector('details')?.open ?? false;
  for (const name of ['purpose', 'heading', 'picture', 'text', 'actions']) {
    part(name).replaceChildren(...next.querySelector(`[data-part="${name}"]`).childNodes);
  }
  part('text').querySelector('details')?.toggleAttribute('open', reading);
  say(next.querySelector('[data-part="message"]').textContent);
  draw(qrOfPage());
  if (held) part('heading').focus();
}

/** The words are a live region: set again without need, they would be read out again. */
function say(words, troubled = false) {
  const message = part('message');
  message.classList.toggle('trouble', troubled);
  if (message.textContent !== words) message.textContent = words;
}

function trouble() {
  if (!gone) say(part('message').dataset.offline, true);
}

/** The first way out counts: a question that was on its way meanwhile may hear that the login is over. */
function leave(url) {
  if (gone) return;
  gone = true;
  location.replace(url);
}

function qrOfPage() {
  return part('picture').querySelector('[data-qr]')?.dataset.qr;
}

function draw(text) {
  if (!text) return;
  const code = generate(text);
  for (const canvas of part('picture').querySelectorAll('canvas')) {
    code.toCanvas(canvas, { on: [0, 0, 0], off: [255, 255, 255] });
  }
  part('picture').querySelector('[data-enlarge]').hidden = false;
}

function onClick({ target }) {
  if (target.closest('[data-enlarge]')) main.querySelector('dialog').showModal();
  else target.closest('dialog')?.close();
}

async function onSubmit(event) {
  const form = event.target.closest('[data-form]');
  if (!form) return;
  event.preventDefault();
  if (form.ariaBusy) return;
  mark(form, true);
  try {
    const headers = { accept: 'application/json' };
    const body = new URLSearchParams(new FormData(form));
    const answer = await ask(form.action, { method: 'POST', headers, body });
    if (!isJson(answer)) return await turn(answer);
    const status = await answer.json();
    // At once, while the click still counts as the person's own wish to open the app.
    if (status.links) open(status.links.open);
    await show(status);
  } catch {
    trouble();
  } finally {
    mark(form, false);
    schedule();
  }
}

function isJson(answer) {
  return answer.headers.get('content-type')?.startsWith('application/json');
}

function mark(form, waiting) {
  clicked = waiting;
  form.ariaBusy = waiting || null;
  form.querySelector('button').setAttribute('aria-disabled', waiting);
}

/** By a link of its own, because only links can carry a referrer policy. */
function open(link) {
  const anchor = document.createElement('a');
  anchor.href = link;
  anchor.referrerPolicy = 'origin';
  anchor.click();
}
