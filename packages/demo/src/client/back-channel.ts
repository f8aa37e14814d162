import { demoMaterial } from 'eid-broker/management/configuration/demo-material';
import * as oidc from 'openid-client';

/** A login without redirects: by a phone call (CIBA), or by a QR code on the client's own page (headless). */
export type BackChannelFlow = 'ciba' | 'headless';

/** A started login. */
export interface Started {
  readonly flow: BackChannelFlow;
  readonly id: string;
  /** The content of the QR code; headless only, until the app has scanned it. */
  readonly qrData?: string | undefined;
}

/** The result of a poll. */
export type Poll =
  | { readonly state: 'pending'; readonly description: string; readonly qrData: string | undefined }
  | { readonly state: 'done'; readonly claims: Readonly<Record<string, unknown>> };

/** A question to a person who is on the phone. */
export interface Call {
  readonly acr: string;
  readonly personalNumber: string;
  /** What the person reads; empty: the eID words it. */
  readonly message: string;
  /** `authorization_details` (RFC 9396); empty: `callInitiator` alone. */
  readonly details: string;
}

/** The demo client as a server that talks to the service directly, as demo-backend. */
export interface BackChannel {
  /** @throws the error of the response, by its OAuth members */
  startCall(call: Call): Promise<Started>;
  /** @throws as `startCall` */
  startHeadless(login: { readonly acr: string; readonly endUserIp: string }): Promise<Started>;
  /** @throws errors of openid-client except those for a pending login */
  poll(started: Started): Promise<Poll>;
}

/** The members of a start's or poll's response that the page shows. */
interface AcrData {
  readonly qrData?: string;
}

/** The client id of logins without redirects. */
export const BACK_CHANNEL_CLIENT = 'demo-backend';
const ID_NAMES = { ciba: 'auth_req_id', headless: 'headless_req_id' } as const;
const GRANT_TYPES = {
  ciba: 'urn:openid:params:grant-type:ciba',
  headless: 'urn:grn:params:grant-type:headless',
} as const;

/** The description of a poll before an app has the order. */
const BEFORE_THE_APP = 'awaiting first user interaction';

/** The QR code to show; none after the app has the order, as BankID requires. */
function shownCode(description: string, { qrData = '' }: AcrData): string | undefined {
  return description === BEFORE_THE_APP && qrData !== '' ? qrData : undefined;
}

/** With a client secret, to keep it short; docs/client-authentication.md explains keys. */
export function makeBackChannel(issuer: string): BackChannel {
  const authentication = oidc.ClientSecretBasic(demoMaterial.secrets.backend);
  let known: Promise<oidc.Configuration> | undefined;

  return {
    startCall: ({ acr, personalNumber, message, details }) =>
      start('ciba', '/ciba/bc-authorize', {
        acr_values: acr,
        login_hint: `sub:ssn:${personalNumber}`,
        ...(message !== '' && { binding_message: message }),
        ...(details === '' ? { callInitiator: 'RP' } : { authorization_details: details }),
      }),
    startHeadless: ({ acr, endUserIp }) =>
      start('headless', '/headless/authorize', { acr_values: acr, end_user_ip: endUserIp }),

    async poll({ flow, id, qrData }) {
      known ??= discover();
      try {
        const wish = { [ID_NAMES[flow]]: id };
        const tokens = await oidc.genericGrantRequest(await known, GRANT_TYPES[flow], wish);
        return { state: 'done', claims: { ...tokens.claims() } };
      } catch (error) {
        if (!isPending(error)) throw error;
        const description = error.error_description ?? '';
        if (error.error === 'slow_down') return { state: 'pending', description, qrData };
        const { acr_data: launchData } = error.cause as { acr_data?: AcrData };
        return {
          state: 'pending',
          description,
          qrData: launchData && shownCode(description, launchData),
        };
      }
    },
  };

  async function start(
    flow: BackChannelFlow,
    path: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<Started> {
    const body = new URLSearchParams({ scope: 'openid', ...fields });
    const secret = `${BACK_CHANNEL_CLIENT}:${demoMaterial.secrets.backend}`;
    const headers = { authorization: `Basic ${Buffer.from(secret).toString('base64')}` };
    const answer = await fetch(`${issuer}${path}`, { method: 'POST', headers, body });
    const description = (await answer.json()) as Record<string, string> & {
      readonly acr_data?: { readonly qrData?: string };
    };
    if (!answer.ok) throw Object.assign(new Error(description.error_description), description);
    return { flow, id: description[ID_NAMES[flow]] ?? '', qrData: description.acr_data?.qrData };
  }

  function discover(): Promise<oidc.Configuration> {
    const execute = [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks];
    const found = oidc.discovery(new URL(issuer), BACK_CHANNEL_CLIENT, {}, authentication, {
      execute,
    });
    found.catch(() => {
      known = undefined;
    });
    return found;
  }
}

const PENDING = ['authorization_pending', 'slow_down'];

function isPending(error: unknown): error is oidc.ResponseBodyError {
  return error instanceof oidc.ResponseBodyError && PENDING.includes(error.error);
}
