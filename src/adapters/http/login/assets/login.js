// Replaces the reloads of a page without a script: requests the login's status each second, draws the QR code,
// and replaces the parts of the page when the status has another state.
import { generate } from './lean-qr.mjs';

const SECOND = 1000;
const HIDDEN = 5 * SECOND;
const MAX_ANSWER_MS = 10 * SECOND;

const main = document.querySelector('main');
const path = main.dataset.path;
let timer;
let busy = false;
// From the beginning on a preview: it sends nothing.
let isLeaving = 'preview' in main.dataset;
let isClickRunning = false;
// In milliseconds. Longer than a second after a response with Retry-After.
let pause = SECOND;

/** Warns at once when a part of the code is out of view: no camera reads it then. */
const qrWatcher = new IntersectionObserver(warn, { threshold: 0.98 });

main.addEventListener('submit', onSubmit);
main.addEventListener('click', onClick);
document.addEventListener('visibilitychange', () => document.hidden || poll());
window.addEventListener('online', poll);
// Only a page that is unloaded sends this. A page in the background may be shown again.
window.addEventListener('pagehide', () => isLeaving || navigator.sendBeacon(`${path}/leave`));
// A page from the browser's back-forward cache may be out of date.
window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
draw(qrOfPage());
schedule();
// Switches reload.js off.
document.documentElement.dataset.moduleRuns = '';

function part(name) {
  return main.querySelector(`[data-part="${name}"]`);
}

/** Only a pending order changes by itself. Other pages change by a click. */
function schedule() {
  clearTimeout(timer);
  const waits = ['scan', 'open', 'app', 'return', 'answer', 'code'].includes(main.dataset.state);
  if (waits && !isLeaving)
    timer = setTimeout(poll, document.hidden ? Math.max(HIDDEN, pause) : pause);
}

/** These pages stay until a click: the server stores neither a failed start nor what the person types. */
async function poll() {
  if (busy || isLeaving || ['ended', 'read', 'input'].includes(main.dataset.state)) return;
  busy = true;
  try {
    const answer = await request(`${path}/status`, { headers: { accept: 'application/json' } });
    // A running click may have ended the login; then its response names the next URL.
    if (answer.status === 404) return isClickRunning ? undefined : leave(path);
    // A response with 429 or 503 names the seconds until the next request.
    pause = SECOND * Math.max(1, Number(answer.headers.get('retry-after')) || 0);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    await show(await answer.json());
  } catch {
    showOffline();
  } finally {
    busy = false;
    schedule();
  }
}

function request(url, options) {
  const signal = AbortSignal.timeout(MAX_ANSWER_MS);
  return fetch(url, { cache: 'no-store', redirect: 'manual', signal, ...options });
}

async function show(status) {
  // The app may have opened a new tab: then that tab continues, and not this hidden one.
  if (status.continue) return document.hidden ? undefined : leave(status.continue);
  if (status.state !== main.dataset.state) return replaceParts(await request(path));
  showMessage(status.message);
  setText('time', status.time);
  draw(status.qr);
}

/** Replaces the parts of this page by those of a page from the server. */
async function replaceParts(answer) {
  if (answer.type === 'opaqueredirect') return leave(path);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const next = page.querySelector('main[data-state]');
  if (!next) return leave(path);
  const hadFocus = main.contains(document.activeElement);
  document.title = page.title;
  main.dataset.state = next.dataset.state;
  const isTextOpen = part('text').querySelector('details')?.open ?? false;
  for (const name of ['heading', 'picture', 'text', 'actions', 'time']) {
    part(name).replaceChildren(...next.querySelector(`[data-part="${name}"]`).childNodes);
  }
  part('text').querySelector('details')?.toggleAttribute('open', isTextOpen);
  qrWatcher.disconnect();
  setText('alert');
  const message = next.querySelector('[data-part="message"]');
  part('message').lang = message.lang || document.documentElement.lang;
  showMessage(message.textContent);
  draw(qrOfPage());
  const wrong = main.querySelector('[aria-invalid]');
  if (wrong) wrong.focus();
  else if (hadFocus) part('heading').focus();
}

/** The message is a live region: screen readers read it out each time it is set. */
function showMessage(text, troubled = false) {
  const message = part('message');
  message.classList.toggle('trouble', troubled);
  setText('message', text);
}

function setText(name, text) {
  const element = part(name);
  if (element.textContent !== (text || '')) element.textContent = text || '';
}

function showOffline() {
  if (!isLeaving) showMessage(part('message').dataset.offline, true);
}

/** Only the first URL counts: a status request may still fail because the login is over. */
function leave(url) {
  if (isLeaving) return;
  isLeaving = true;
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
  const tile = part('picture').querySelector('[data-enlarge]');
  tile.hidden = false;
  qrWatcher.observe(tile.querySelector('canvas'));
}

function warn(changes) {
  const isInView = changes.at(-1).intersectionRatio >= 0.98;
  setText('alert', isInView ? '' : part('picture').querySelector('[data-qr]')?.dataset.outOfView);
}

function onClick({ target }) {
  if (target.closest('[data-enlarge]')) main.querySelector('dialog').showModal();
  else target.closest('dialog')?.close();
}

async function onSubmit(event) {
  const form = event.target.closest('[data-form]');
  if (!form) return;
  event.preventDefault();
  if (form.ariaBusy || isLeaving) return;
  markBusy(form, true);
  try {
    const headers = { accept: 'application/json' };
    const body = new URLSearchParams(new FormData(form));
    const answer = await request(form.action, { method: 'POST', headers, body });
    if (!isJson(answer)) return await replaceParts(answer);
    const status = await answer.json();
    // At once: the browser lets only a recent click open the app.
    if (status.links) open(status.links.open);
    await show(status);
  } catch {
    showOffline();
  } finally {
    markBusy(form, false);
    schedule();
  }
}

function isJson(answer) {
  return answer.headers.get('content-type')?.startsWith('application/json');
}

function markBusy(form, waiting) {
  isClickRunning = waiting;
  form.ariaBusy = waiting || null;
  form.querySelector('button').setAttribute('aria-disabled', waiting);
}

/** By a new link element, because only links have a referrer policy. */
function open(link) {
  const anchor = document.createElement('a');
  anchor.href = link;
  anchor.referrerPolicy = 'origin';
  anchor.click();
}
