import type { Authentication } from '../../domain/authentication.ts';
import type { JsonObject } from '../../domain/json.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import type { Artifacts } from '../../ports/artifacts.ts';
import type { RenewOrder } from '../order/renew-order.ts';
import { orderRequest } from '../order/start-order.ts';

/** The parameters of a headless request that a later order for it needs. */
export interface StoredHeadlessRequest {
  readonly endUserIp: string;
  readonly returnUrl: string | undefined;
  /** The token of the first order, which the application got in the response to its request. */
  readonly autoStartToken: string | undefined;
  readonly language: Language;
  /** The application's name. */
  readonly application: string;
}

/** The headless requests, stored as long as they can be polled. */
export interface HeadlessRequests {
  store(authentication: Authentication, request: StoredHeadlessRequest): Promise<void>;
  /** @throws when it is not stored */
  of(authentication: Authentication): Promise<StoredHeadlessRequest>;
  /** Starts the order that silently replaces an unopened one. */
  renewal(authentication: Authentication): RenewOrder;
}

const KIND = 'headless-request';

/** A stored request is an artifact: encrypted, and deleted soon after the request has expired. */
export function headlessRequests({
  artifacts,
}: {
  readonly artifacts: Artifacts;
}): HeadlessRequests {
  return { store, of, renewal };

  async function store(
    { id, expiresAt }: Authentication,
    request: StoredHeadlessRequest,
  ): Promise<void> {
    const { returnUrl = null, autoStartToken = null } = request;
    const payload = { ...request, returnUrl, autoStartToken };
    await artifacts.put({ kind: KIND, id, grantId: undefined, expiresAt, payload });
  }

  async function of({ id }: Authentication): Promise<StoredHeadlessRequest> {
    const payload = (await artifacts.find(KIND, id))?.payload;
    const endUserIp = textIn(payload, 'endUserIp');
    if (endUserIp === undefined) throw new Error(`headless request ${id} is not stored`);
    const returnUrl = textIn(payload, 'returnUrl');
    return {
      endUserIp,
      returnUrl,
      autoStartToken: textIn(payload, 'autoStartToken'),
      language: LANGUAGES.find((one) => one === payload?.language) ?? 'en',
      application: textIn(payload, 'application') ?? '',
    };
  }

  function renewal(authentication: Authentication): RenewOrder {
    return async (eid) => {
      const { autoStartToken: _, ...stored } = await of(authentication);
      const { acr, scope } = authentication;
      const order = { ...stored, acr, scope, device: undefined, browser: undefined };
      return eid.start(orderRequest(authentication.intent, order));
    };
  }
}

function textIn(payload: JsonObject | undefined, name: string): string | undefined {
  const value = payload?.[name];
  return typeof value === 'string' ? value : undefined;
}
