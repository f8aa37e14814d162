import { call } from './control-api.js';
import { showText } from './visible-text.js';

const byId = (id) => document.getElementById(id);
const person = byId('person');
const views = ['home', 'call', 'decision', 'done'];
const REMEMBERED = 'simulated-person';

/** The order on the phone: the response to `scan` or `open`. */
let current;
let orders = [];

start();

function start() {
  const remembered = localStorage.getItem(REMEMBERED);
  if (remembered && person.querySelector(`option[value="${CSS.escape(remembered)}"]`)) {
    person.value = remembered;
  }
  person.addEventListener('change', () => {
    localStorage.setItem(REMEMBERED, person.value);
    showHome();
  });
  byId('scan').addEventListener('click', () => {
    const newest = scannable().at(-1);
    if (newest) attempt(() => scan(newest.qrData));
  });
  byId('paste').addEventListener('submit', (event) => {
    event.preventDefault();
    const text = byId('pasted').value.trim();
    attempt(() => (text.startsWith('bankid.') ? scan(text) : open({ link: text })));
  });
  byId('again').addEventListener('click', () => show('home'));
  for (const button of document.querySelectorAll('[data-act]')) {
    button.addEventListener('click', () => attempt(() => act(button.dataset.act)));
  }
  for (const button of document.querySelectorAll('[data-advance]')) {
    button.addEventListener('click', () =>
      attempt(async () => {
        await call('/clock', { advanceSeconds: Number(button.dataset.advance) });
        await refresh();
      }),
    );
  }
  showHome();
  tick().then(openFromAddress);
}

/** A page of the tested service may link here, as it links to the app. */
function openFromAddress() {
  const query = new URLSearchParams(location.search);
  const link = query.get('link');
  const autoStartToken = query.get('autostarttoken');
  if (!link && !autoStartToken) return;
  history.replaceState(null, '', '/');
  attempt(() => open(link ? { link } : { autoStartToken }));
}

async function scan(qrData) {
  showOpened(await call('/scan', { qrData, personalNumber: person.value }));
}

async function open(way) {
  showOpened(await call('/open', { ...way, personalNumber: person.value }));
}

async function act(action) {
  const outcome = await call(`/orders/${current.orderRef}/${action}`, {
    personalNumber: person.value,
  });
  if (outcome.status === 'pending') showOpened({ ...current, hintCode: outcome.hintCode });
  else showDone(outcome);
  await refresh();
}

/** Sends the action, and shows the reason if it was refused. */
async function attempt(work) {
  const refusal = byId('refusal');
  refusal.hidden = true;
  try {
    await work();
  } catch (error) {
    refusal.textContent = `${error.message}.`;
    refusal.hidden = false;
  }
}

async function tick() {
  await refresh().catch(() => {});
  setTimeout(tick, 1000);
}

async function refresh() {
  orders = await call('/orders');
  byId('time').textContent = new Date().toLocaleTimeString([], { timeStyle: 'short' });
  showOrders();
  showHome();
  followCurrent();
}

/** A scripted person continues without a click, and limits may expire. */
function followCurrent() {
  if (current === undefined) return;
  const now = orders.find(({ orderRef }) => orderRef === current.orderRef);
  if (now === undefined) showDone({ status: 'over' });
  else if (now.hintCode !== current.hintCode) showOpened({ ...current, hintCode: now.hintCode });
}

function scannable() {
  return orders.filter(({ qrData }) => qrData !== undefined);
}

function showHome() {
  const { behaviour } = person.selectedOptions[0].dataset;
  const isScripted = behaviour !== 'waits';
  byId('behaviour').hidden = !isScripted;
  byId('behaviour').textContent =
    'This person acts alone, about two seconds after an order is open.';
  const count = scannable().length;
  byId('scan').disabled = count === 0;
  byId('scan-note').textContent =
    ['No QR code is on the screen.', 'A QR code is on the screen.'][count] ??
    `${count} QR codes are on screens: the newest is scanned.`;
  showPushed();
}

/** The orders pushed to this person, and those that were opened and left (until a reload of the page). */
function showPushed() {
  const isPushed = ({ kind, hintCode, personalNumber }) =>
    kind.startsWith('phone/') &&
    hintCode === 'outstandingTransaction' &&
    personalNumber === person.value;
  const isOpened = ({ openedBy }) => openedBy === person.value;
  const mine = orders.filter((order) => isPushed(order) || isOpened(order));
  refill(byId('pushed'), mine, (order) => {
    const { orderRef, display } = order;
    const button = create('button', { type: 'button', className: 'push' });
    button.dataset.testid = 'open-pushed';
    button.append(create('strong', { textContent: display.relyingParty }), ' wants you to ');
    button.append(display.action === 'sign' ? 'sign.' : 'identify yourself.');
    button.addEventListener('click', () => {
      if (isOpened(order)) showOpened(order);
      else attempt(() => open({ orderRef }));
    });
    return button;
  });
}

const HINT_CODE_TEXTS = {
  outstandingTransaction: 'waits to be started',
  started: 'is on a phone without usable BankID',
  userCallConfirm: 'asks about the call',
  userSign: 'waits for an approval',
};
const KINDS = {
  auth: 'Identification',
  sign: 'Signature',
  'phone/auth': 'Identification in a call',
  'phone/sign': 'Signature in a call',
};

function showOrders() {
  byId('no-orders').hidden = orders.length > 0;
  refill(byId('orders'), orders, (order) => {
    const card = create('div', { className: 'card' });
    const whom = order.openedBy ?? order.personalNumber;
    card.append(
      create('strong', { textContent: order.display.relyingParty }),
      create('span', { textContent: KINDS[order.kind] + (whom ? ` of ${whom}` : '') }),
      create('span', {
        className: 'state',
        textContent: HINT_CODE_TEXTS[order.hintCode] ?? order.hintCode,
      }),
    );
    return card;
  });
}

/** Keeps unchanged elements, so that neither focus nor a click is lost each second. */
function refill(list, items, render) {
  const key = JSON.stringify(items.map(({ qrData, ...stable }) => stable));
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  list.replaceChildren(
    ...items.map((item) => {
      const entry = create('li', {});
      entry.append(render(item));
      return entry;
    }),
  );
}

function showOpened(order) {
  current = order;
  const { display, hintCode } = order;
  if (hintCode === 'userCallConfirm') {
    byId('call-question').textContent = display.callQuestion;
    show('call');
    return;
  }
  const isSigning = display.action === 'sign';
  byId('asker-verb').textContent = isSigning ? 'Signing at' : 'Identification at';
  byId('asker').textContent = display.relyingParty;
  byId('decision-title').textContent = isSigning ? 'Do you want to sign?' : 'Is this you?';
  byId('approve').textContent = isSigning ? 'Sign' : 'Identify me';
  byId('text-frame').hidden = display.text === undefined;
  byId('text-heading').textContent = isSigning ? 'I sign' : 'My intent';
  if (display.text !== undefined) showText(byId('text'), display);
  const extras = [
    display.pinCode ? 'The PIN has to be typed.' : '',
    display.readsIdDocument ? 'The passport or ID card has to be read.' : '',
  ].filter(Boolean);
  byId('extras').hidden = extras.length === 0;
  byId('extras').textContent = `${extras.join(' ')} (Here your click does all of it.)`;
  byId('as-person').textContent = `As ${person.selectedOptions[0].textContent}`;
  show('decision');
}

const OUTCOMES = {
  complete: ['✓', 'Done', 'Go on where you started.'],
  failed: ['×', 'Not approved', 'The service will be told.'],
  over: ['•', 'The order is over', 'It was decided without you, or its time ran out.'],
};

function showDone({ status, returnUrl }) {
  current = undefined;
  const [mark, title, note] = OUTCOMES[status];
  byId('done-mark').textContent = mark;
  byId('done-mark').dataset.status = status;
  byId('done-title').textContent = title;
  byId('done-note').textContent = note;
  const link = byId('return');
  link.hidden = returnUrl === undefined || !/^https?:/.test(returnUrl);
  if (!link.hidden) link.href = returnUrl;
  show('done');
}

/** Shows a view and moves the focus for screen readers. */
function show(name) {
  if (name === 'home') current = undefined;
  if (!byId(name).hidden) return;
  for (const view of views) byId(view).hidden = view !== name;
  byId('refusal').hidden = true;
  byId(name).querySelector('h2').focus();
}

function create(name, properties) {
  return Object.assign(document.createElement(name), properties);
}
