import type { EidEnvironment } from '../../domain/configuration.ts';
import type { EidOffer, EidVariant } from '../../domain/eid-offer.ts';
import { Failure } from '../../domain/failure.ts';
import type { JsonObject } from '../../domain/json.ts';
import { daysUntil } from '../../domain/lifetimes.ts';
import type { EidCertificate, OpenedEid, OrderEid, RedirectEid } from '../../ports/eid.ts';
import type { Clock, NewId } from '../../ports/runtime.ts';

/** One check of an eID's settings. */
export interface EidCheck {
  readonly check: 'settings' | 'environment' | 'certificate' | 'connection' | 'client' | 'order';
  /** Null: not tried, for the reason in `detail`. */
  readonly ok: boolean | null;
  /** For the operator. Never a secret. */
  readonly detail: string;
}

/** An eID that can be opened to be checked. */
export interface CheckableEid {
  readonly offer: EidOffer;
  /** @throws on unusable settings */
  open(settings: unknown, runtime: EidSurroundings): OpenedEid;
  /** @throws on unusable settings */
  isSimulated(settings: unknown): boolean;
}

interface EidSurroundings {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly environment: EidEnvironment;
}

/** The settings to check, stored or not. */
export interface SettingsToCheck {
  readonly eid: string;
  readonly environment: EidEnvironment;
  /** In plain text. */
  readonly settings: JsonObject;
  /** An issuer of the tenant, to which a redirect eID would return. */
  readonly issuer: string;
}

interface Deps {
  readonly eids: readonly CheckableEid[];
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Days left at which a certificate is pointed out, and still counts as good. */
const SOON = 30;
/** Of TEST-NET-1 (RFC 5737): nobody's. */
const NOBODYS_ADDRESS = '192.0.2.1';

/**
 * Checks the settings of an eID, and tries them at the eID: an order is started and cancelled, or a departure is prepared and
 * a made-up code redeemed. No person notices it. Never rejects for what the eID does.
 */
export function makeCheckEid({ eids, clock, newId }: Deps) {
  return async function checkEid(target: SettingsToCheck): Promise<readonly EidCheck[]> {
    const { eid: name, environment, settings } = target;
    const known = eids.find(({ offer }) => offer.name === name);
    if (known === undefined) return [failed('settings', 'this release has no eID of this name')];
    const opened = openOf(known);
    if (opened === undefined) {
      return [failed('settings', 'unusable: apply them again, and each fault is named')];
    }
    try {
      const tried = await tryAt(opened, known.offer);
      const certificates = [opened.order, opened.redirect].flatMap(
        (kind) => kind?.certificates() ?? [],
      );
      return [
        passed('settings', 'complete; key and certificate belong together'),
        environmentOf(known.isSimulated(settings)),
        ...certificates.map((certificate) => certificateCheck(certificate, clock())),
        ...tried,
      ];
    } finally {
      await Promise.all([opened.order?.close(), opened.redirect?.close()]);
    }

    function openOf(eid: CheckableEid): OpenedEid | undefined {
      try {
        return eid.open(settings, { clock, newId, environment });
      } catch {
        return undefined;
      }
    }

    function environmentOf(isTest: boolean): EidCheck {
      const where = isTest ? 'a test environment or simulator' : 'the production environment';
      if (isTest && environment !== 'test') {
        return failed('environment', `they lead to ${where}, and serve production domains too`);
      }
      return passed('environment', `they lead to ${where}`);
    }

    function tryAt({ order, redirect }: OpenedEid, offer: EidOffer): Promise<readonly EidCheck[]> {
      if (redirect !== undefined) return tryDeparture(redirect, offer);
      if (order !== undefined) return tryOrder(order, offer);
      return Promise.resolve([untried('connection', 'another eID identifies the person for it')]);
    }

    async function tryDeparture(eid: RedirectEid, offer: EidOffer): Promise<readonly EidCheck[]> {
      const variant = variantOf(offer, 'redirect');
      if (variant === undefined) return [untried('connection', 'it has no login in the browser')];
      const state = newId();
      const callback = `${target.issuer}/callback/${name}`;
      try {
        const { kept } = await eid.begin(
          { ...usual(variant), text: undefined, person: undefined, state },
          callback,
        );
        const connection = passed('connection', 'its metadata was read, and a departure prepared');
        // Some providers name themselves in each answer (RFC 9207).
        const { issuer: iss } = settings;
        const withIssuer = typeof iss === 'string' ? [{ iss }] : [];
        let word = '';
        for (const more of [{}, ...withIssuer]) {
          const parameters = { state, code: newId(), ...more };
          const url = `${callback}?${new URLSearchParams(parameters)}`;
          const outcome = await eid.finish(kept, { parameters, url });
          word = (outcome.state === 'ended' && outcome.hintCode) || '';
          if (isVerdict(word)) break;
        }
        return [connection, clientCheck(word)];
      } catch (error) {
        return [failureCheck(error)];
      }
    }

    async function tryOrder(eid: OrderEid, offer: EidOffer): Promise<readonly EidCheck[]> {
      const { cancel, endsUnopened = false } = eid;
      const variant = variantOf(offer, 'order');
      const reason = 'its orders need the number of a person';
      if (eid.ping !== undefined) return [await tryConnection(eid.ping), untried('order', reason)];
      if (cancel === undefined && !endsUnopened) {
        return [untried('order', 'its orders cannot be cancelled')];
      }
      if (variant === undefined || variant.inputs.length > 0) return [untried('order', reason)];
      try {
        const order = await eid.start({
          ...usual(variant),
          kind: 'identify',
          endUserIp: NOBODYS_ADDRESS,
          device: 'other',
          returnUrl: undefined,
          text: undefined,
          person: undefined,
          evidence: false,
          risk: false,
          browser: undefined,
          input: {},
        });
        await cancel?.(order);
        return [
          passed('connection', 'it accepts our certificate or identifiers, and we accept its'),
          passed(
            'order',
            cancel === undefined
              ? 'one was started, which names nobody and ends by itself'
              : 'one was started and cancelled',
          ),
        ];
      } catch (error) {
        return [failureCheck(error)];
      }
    }
  };
}

async function tryConnection(ping: () => Promise<void>): Promise<EidCheck> {
  try {
    await ping();
    return passed('connection', 'it answers; whether it accepts our identifiers is not known');
  } catch (error) {
    return failureCheck(error);
  }
}

/** The variant that a check uses: of this kind in the browser, the one that needs no input if there is one. */
function variantOf({ variants }: EidOffer, kind: 'order' | 'redirect'): EidVariant | undefined {
  const fitting = variants.filter(({ channels }) => channels.browser === kind);
  return fitting.find(({ inputs }) => inputs.length === 0) ?? fitting[0];
}

function usual({ acr }: EidVariant) {
  return {
    acr,
    scope: ['openid'],
    language: 'en',
    action: 'login',
    application: 'eid-broker check',
    directives: {},
  } as const;
}

function certificateCheck(
  { use, name, expiresAt, isUnfit = false }: EidCertificate,
  now: Date,
): EidCheck {
  const left = daysUntil(expiresAt, now);
  const what = `${use} ${name}`;
  const day = expiresAt.toISOString().slice(0, 10);
  if (isUnfit) return failed('certificate', `${what} is not made for clients (extended key usage)`);
  if (left < 0) return failed('certificate', `${what} expired on ${day}`);
  const soon = left <= SOON ? ': renew it' : '';
  return passed('certificate', `${what} is valid until ${day}, ${left} days${soon}`);
}

const REFUSED_CLIENT = ['invalid_client', 'unauthorized_client'];

function isVerdict(word: string): boolean {
  return word === 'invalid_grant' || REFUSED_CLIENT.includes(word);
}

/** A made-up code is refused to the right client; a wrong client is refused before. */
function clientCheck(word: string): EidCheck {
  if (word === 'invalid_grant') return passed('client', 'it accepts our credentials');
  if (REFUSED_CLIENT.includes(word)) {
    return failed('client', `it refuses our client id, secret or key (${word})`);
  }
  return untried('client', `the answer to a made-up code says nothing about it (${word})`);
}

function failureCheck(error: unknown): EidCheck {
  if (!(error instanceof Failure)) throw error;
  const { code, detail = code } = error;
  switch (code) {
    case 'eid-misconfigured':
      return failed('client', `it refuses our certificate, client or settings: ${detail}`);
    case 'eid-unavailable':
      return failed('connection', `no usable answer: ${reasonOf(error) ?? detail}`);
    default:
      return failed('order', `it refuses the request: ${detail}`);
  }
}

/** The reason of the network or TLS below a failure. */
function reasonOf({ detail, cause }: Failure): string | undefined {
  let deepest: unknown = cause;
  while (deepest instanceof Error && deepest.cause instanceof Error) deepest = deepest.cause;
  if (!(deepest instanceof Error) || deepest.message === '') return undefined;
  return detail === undefined ? deepest.message : `${detail}: ${deepest.message}`;
}

function passed(check: EidCheck['check'], detail: string): EidCheck {
  return { check, ok: true, detail };
}

function failed(check: EidCheck['check'], detail: string): EidCheck {
  return { check, ok: false, detail };
}

function untried(check: EidCheck['check'], reason: string): EidCheck {
  return { check, ok: null, detail: `not tried: ${reason}` };
}
