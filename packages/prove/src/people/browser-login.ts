import { renderedPage } from '@eid-broker/testing/rendered-page';
import type { WireAnswer } from '@eid-broker/testing/wire';

import { singleUse } from '../history/event.ts';
import { actInApp } from './act-in-app.ts';
import { openInOtherBrowser, tamperCookies } from './attacks.ts';
import { authorizationRequest } from './authorization-request.ts';
import { type AuthorizationResponse, authorizationResponseIn } from './authorization-response.ts';
import type { Login } from './login.ts';
import { type AnswerReading, errorIn } from './read-answer.ts';
import { redeemCode } from './redeem-code.ts';
import { retryUntilAnswered } from './retry-until-answered.ts';
import { type VirtualBrowser, virtualBrowser } from './virtual-browser.ts';
import { bringLate, visitEid } from './visit-eid.ts';

/** A person with a browser: from the application to the login page and back. */
export async function browserLogin(login: Login): Promise<void> {
  const browser = virtualBrowser(login);
  const request = await authorizationRequest(login);
  if (request === undefined) return login.gotError('no-answer');
  const page = await begin(login, browser, request.url);
  if (page === undefined) return;
  const answers: URL[] = [];
  const response = await stay(login, browser, { page, spends: request.spends, answers });
  if (response !== undefined) await receive(login, response, request.verifier);
  const isOver = response !== undefined;
  // A person who reloads does so later, too. One who cancelled has the tab of the eID still open.
  const late = login.plan.reloads ? answers : [];
  for (const answer of late) await bringLate(login, browser, { answer, isOver });
}

/** The application gets the response. */
async function receive(
  login: Login,
  { error, description, code, idToken }: AuthorizationResponse,
  verifier: string | undefined,
): Promise<void> {
  if (error !== undefined) return login.gotError(error, description);
  if (code === undefined) return login.gotToken(idToken ?? '');
  await redeemCode(login, { code, verifier });
}

/** The URL of the login page; undefined when there is none and the client has the reason. */
async function begin(login: Login, browser: VirtualBrowser, url: URL): Promise<URL | undefined> {
  const answer = await retryUntilAnswered(login, () => browser.get('authorize', url));
  const page = answer?.location;
  if (page?.origin === login.issuer) return page;
  const response = page && authorizationResponseIn(login, page);
  const said = answer === undefined ? { error: 'no-answer' } : errorIn(answer);
  login.gotError(response?.error ?? said.error ?? 'no-answer', response?.description);
  return undefined;
}

interface Stay {
  readonly page: URL;
  readonly spends: readonly string[];
  /** The answers of an eID with pages of its own. */
  readonly answers: URL[];
}

const RELOAD_EVERY_MS = 2_000;
/** A person with the intent to cancel does so after this number of page views. */
const VIEWS_BEFORE_CANCEL = 2;

/** The browser reloads the page until it redirects to the application; undefined when the person leaves. */
async function stay(
  login: Login,
  browser: VirtualBrowser,
  { page, spends, answers }: Stay,
): Promise<AuthorizationResponse | undefined> {
  const { plan, pause } = login;
  const start = plan.eid === 'dk-mitid' ? 'same-device' : 'other-device';
  let hasDeparted = false;
  let acting: Promise<boolean> | undefined;
  let hasActed = false;
  for (let views = 0; login.isInTime(); views += 1) {
    const answer = await retryUntilAnswered(login, () => browser.get('page', page));
    if (answer === undefined) break;
    if (answer.location !== undefined) {
      if (plan.attack === 'tamper-cookies') await tamperCookies(login, browser, answer.location);
      return leave(login, browser, { from: answer.location, page, spends });
    }
    const shown = renderedPage(answer);
    if (answer.status >= 400) {
      login.gotError(overOr(shown.error), shown.message);
      return undefined;
    }
    if (plan.attack === 'open-elsewhere' && views === 1) await openInOtherBrowser(login, page);
    const isCancelling = plan.wants === 'cancel' && views >= VIEWS_BEFORE_CANCEL;
    const button = shown.state === 'ended' || isCancelling ? 'cancel' : start;
    const form = shown.forms.get(button);
    if (form !== undefined) {
      const url = new URL(form.action, page);
      if (button === 'cancel' && shown.state !== 'ended') login.did('cancelling');
      const pressed = await retryUntilAnswered(login, () => browser.post(button, url, form.fields));
      if (button === 'cancel' && pressed?.location !== undefined) {
        if (shown.state !== 'ended') login.did('cancelled');
        return leave(login, browser, { from: pressed.location, page, spends });
      }
    }
    const { qr, departure } = shown;
    if (departure !== undefined && !hasDeparted) {
      hasDeparted = true;
      const end = await visitEid(login, browser, { departure: new URL(departure), answers });
      if (end === 'left') return undefined;
      if (end !== 'back' && end.pathname !== page.pathname) {
        return leave(login, browser, { from: end, page, spends });
      }
    }
    if (qr !== undefined && acting === undefined) {
      acting = actInApp(login, () => login.phones.phone.scan(qr, plan.person));
      void acting.then((opened) => {
        hasActed = opened;
        // The code was stale, or its order had ended: the next page has another one.
        if (!opened) acting = undefined;
      });
    }
    if (plan.wants === 'leave' && hasActed) return undefined;
    await pause(RELOAD_EVERY_MS);
  }
  login.gotError('no-answer');
  return undefined;
}

interface WayOut {
  readonly from: URL;
  readonly page: URL;
  readonly spends: readonly string[];
}

/** From the login page to the application; a reloading person does it twice at once. */
async function leave(
  login: Login,
  browser: VirtualBrowser,
  way: WayOut,
): Promise<AuthorizationResponse | undefined> {
  const once = () => retryUntilAnswered(login, () => resume(login, browser, way));
  const answers = await Promise.all(login.plan.reloads ? [once(), once()] : [once()]);
  const responses = answers.flatMap((answer) => {
    const response = answer?.location && authorizationResponseIn(login, answer.location);
    return response === undefined ? [] : [response];
  });
  const response = responses.find(({ error }) => error === undefined) ?? responses[0];
  if (response !== undefined) return response;
  const answer = answers.find((one) => one !== undefined);
  const said = answer === undefined ? {} : errorIn(answer);
  login.gotError(answer === undefined ? 'no-answer' : overOr(said.error), said.description);
  return undefined;
}

/** Follows a few redirects within the service. */
async function resume(
  login: Login,
  browser: VirtualBrowser,
  { from, page, spends }: WayOut,
): Promise<WireAnswer | undefined> {
  let url = from;
  let answer: WireAnswer | undefined;
  for (let hops = 0; hops < 5; hops += 1) {
    if (url.origin !== login.issuer) break;
    answer = await browser.get('resume', url, read);
    if (answer?.location === undefined) return answer;
    url = answer.location;
  }
  return answer ?? { status: 302, headers: {}, text: '', location: from };

  function read({ location }: WireAnswer): Partial<AnswerReading> {
    const response = location && authorizationResponseIn(login, location);
    if (response === undefined) return {};
    const breach = response.state === login.plan.state ? {} : { breach: 'another login’s state' };
    if (response.error !== undefined) return { ...breach, error: response.error, stage: 'ended' };
    const spent = [singleUse('login', page.pathname), ...spends];
    return { ...breach, spent, stage: 'done' };
  }
}

/** The error page of a finished login, by its code. */
function overOr(error: string | undefined): string {
  return error === undefined || error === 'invalid_request' ? 'login-over' : error;
}
