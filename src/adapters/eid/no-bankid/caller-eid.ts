import * as oidc from 'openid-client';

import { Failure } from '../../../domain/failure.ts';
import { isJsonObject, type JsonObject } from '../../../domain/json.ts';
import type { Language } from '../../../domain/language.ts';
import type { Progress } from '../../../domain/progress.ts';
import type { OrderEid, PhoneRequest } from '../../../ports/eid.ts';
import type { Clock, NewId } from '../../../ports/runtime.ts';
import { outcomeOf } from '../protocols/oidc/identity.ts';
import type { OidcRow } from '../protocols/oidc/oidc-row.ts';
import { departureFailure, endingOf, pollFailure } from '../protocols/oidc/provider-errors.ts';
import type { BiometricsApi } from './biometrics-api.ts';
import { registerPermission } from './permissions.ts';

interface Deps {
  readonly row: OidcRow;
  readonly api: BiometricsApi;
  readonly clock: Clock;
  readonly newId: NewId;
}

const CONTEXT = { call: 'CIBA endpoints', settings: 'clientId and clientSecret' } as const;
const CIBA = 'urn:openid:params:grant-type:ciba';
/** The scope of the request beside those of the claims. */
const CIBA_SCOPE = 'permissions/ciba';
/** In seconds, where the provider states nothing (CIBA Core §7.3 has 5). */
const INTERVAL = 3;
/** CIBA Core §11: added for each `slow_down`. */
const SLOWER_BY = 5;

const APPROVE: Readonly<Record<Language, string>> = {
  nb: 'Åpne BankID-appen og velg ordene som du får høre.',
  sv: 'Öppna BankID-appen och välj orden som du får höra.',
  da: 'Åbn BankID-appen, og vælg de ord, som du får at høre.',
  fi: 'Avaa BankID-sovellus ja valitse sanat, jotka sinulle kerrotaan.',
  en: 'Open the BankID app and choose the words that you are told.',
  nl: 'Open de BankID-app en kies de woorden die u hoort.',
  de: 'Öffnen Sie die BankID-App und wählen Sie die Wörter, die Sie hören.',
  fr: 'Ouvrez l’application BankID et choisissez les mots que vous entendez.',
  et: 'Avage BankID rakendus ja valige sõnad, mida kuulete.',
  lv: 'Atveriet BankID lietotni un izvēlieties vārdus, ko dzirdat.',
  lt: 'Atverkite „BankID“ programėlę ir pasirinkite žodžius, kuriuos girdite.',
};

/**
 * Caller authentication with the biometrics of Norwegian BankID: CIBA, after a permission with the words that the caller
 * reads out. Nothing can cancel a request: it expires.
 */
export function callerEid({ row, api, clock, newId }: Deps): OrderEid {
  return {
    kind: 'order',
    collectInterval: INTERVAL,

    async start(request) {
      if (request.kind !== 'phone') throw new Error('the order of BankID is for phone calls');
      try {
        return await api.step((provider, token) => started(request, provider, token));
      } catch (error) {
        throw error instanceof Failure ? error : departureFailure(error, CONTEXT);
      }
    },

    async collect(stored) {
      const { authReqId, acr, scope } = parseOrder(stored);
      try {
        const claims = await api.step((provider) => redeemed(provider, authReqId));
        if (claims === undefined) return { state: 'ended', why: 'lost', hintCode: 'no_id_token' };
        return outcomeOf(row, claims, { kept: { acr, scope }, now: clock() });
      } catch (error) {
        return progressOf(row, error);
      }
    },

    phoneTerms(stored) {
      const { bindingMessage, interval, expiresIn } = parseOrder(stored);
      return { bindingMessage, interval, expiresIn };
    },

    launchData: () => undefined,
    isOpened: () => false,
    texts: (_hintCode, { language }) => APPROVE[language],
    certificates: () => [],
    close: () => api.close(),
  };

  async function started(
    request: PhoneRequest,
    provider: oidc.Configuration,
    token: string,
  ): Promise<JsonObject> {
    const { person, acr, scope } = request;
    const permission = await registerPermission({ provider, token, person, newId, now: clock() });
    const { bindingMessage } = permission;
    const answer = await oidc.initiateBackchannelAuthentication(provider, {
      scope: scopesOf(row, scope),
      login_hint_token: permission.permissionToken,
      binding_message: bindingMessage,
    });
    return {
      authReqId: answer.auth_req_id,
      acr,
      scope: [...scope],
      bindingMessage,
      interval: answer.interval ?? INTERVAL,
      expiresIn: answer.expires_in,
    };
  }
}

/** The claims of the ID token, and those of UserInfo that it lacks; undefined without an ID token. */
async function redeemed(
  provider: oidc.Configuration,
  authReqId: string,
): Promise<JsonObject | undefined> {
  const tokens = await oidc.genericGrantRequest(provider, CIBA, { auth_req_id: authReqId });
  const idToken = tokens.claims();
  if (idToken === undefined) return undefined;
  if (provider.serverMetadata().userinfo_endpoint === undefined) return jsonOf(idToken);
  const userinfo = await oidc.fetchUserInfo(provider, tokens.access_token, idToken.sub);
  return { ...jsonOf(userinfo), ...jsonOf(idToken) };
}

function jsonOf(claims: object): JsonObject {
  return JSON.parse(JSON.stringify(claims));
}

/** The number is always requested: the flow compares the person with the named one. */
function scopesOf({ request, nationalId }: OidcRow, scope: readonly string[]): string {
  const needed = nationalId === undefined ? [] : [nationalId.scope];
  const scopes = ['openid', ...scope, ...needed].flatMap((name) => request.scopes[name] ?? []);
  return [...new Set(['openid', ...scopes, CIBA_SCOPE])].join(' ');
}

const PENDING = { state: 'pending', stage: 'first-interaction' } as const;

/** The provider's errors while the person decides, and after it. @throws {Failure} as `OrderEid.collect` */
function progressOf(row: OidcRow, error: unknown): Progress {
  const code = error instanceof oidc.ResponseBodyError ? error.error : undefined;
  switch (code) {
    case 'authorization_pending':
      return { ...PENDING, hintCode: code };
    case 'slow_down':
      return { ...PENDING, hintCode: code, pauseSeconds: INTERVAL + SLOWER_BY };
    case 'access_denied':
      // Wrong words are no error of their own.
      return {
        state: 'ended',
        why: 'declined',
        hintCode: code,
        finding: { reason: 'words-not-chosen' },
      };
    case 'expired_token':
      return { state: 'ended', why: 'expired', hintCode: code };
    case 'invalid_grant':
      return { state: 'ended', why: 'lost', hintCode: code };
  }
  const ending = endingOf(row, error, CONTEXT);
  if (ending.state === 'ended' && ending.why === 'unverified') return ending;
  throw pollFailure(error, CONTEXT);
}

interface Order {
  readonly authReqId: string;
  readonly acr: string;
  readonly scope: readonly string[];
  readonly bindingMessage: string;
  readonly interval: number;
  readonly expiresIn: number;
}

function parseOrder(stored: JsonObject): Order {
  const { authReqId, acr, scope, bindingMessage, interval, expiresIn } = stored;
  const areTexts =
    typeof authReqId === 'string' && typeof acr === 'string' && typeof bindingMessage === 'string';
  const areNumbers = typeof interval === 'number' && typeof expiresIn === 'number';
  if (!isJsonObject(stored) || !areTexts || !areNumbers || !Array.isArray(scope)) {
    throw new Error('no order of this eID');
  }
  return { authReqId, acr, scope: scope.map(String), bindingMessage, interval, expiresIn };
}
