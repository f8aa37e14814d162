import { ocspResponse } from '../../bankid/evidence/ocsp.ts';
import { newKeys } from '../../bankid/pki/pki.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { OpenedLink } from '../../world/world.ts';
import {
  type RestCall,
  RestError,
  type RestReply,
  type RestRoom,
  type RestRoute,
  type RestRoutes,
  type ServicePlace,
} from '../rest-profile.ts';
import { checkRequest, FrejaError, type FrejaOperation, objectIn } from './requests.ts';
import { approvedResult, type ResultKeys } from './results.ts';
import { makeTransactions, type Transaction, type Transactions } from './transactions.ts';

/** The endpoints of Freja in use. */
export const endpoints = [
  'initAuthentication',
  'getOneAuthResult',
  'cancelAuthentication',
  'initSignature',
  'getOneSignResult',
  'cancelSignature',
] as const;

/** One of them. */
export type FrejaEndpoint = (typeof endpoints)[number];

const REFERENCES = { authentication: 'authRef', sign: 'signRef' } as const;

/** Freja's routes, and its app. Results are signed with the key of the simulator's own server. */
export async function openFreja(room: RestRoom): Promise<RestRoutes<FrejaEndpoint>> {
  const transactions = makeTransactions(room);
  const keys = await makeKeys(room);
  const service = { room, transactions, keys };
  const { start, result, cancel } = operationsOf(service);
  return {
    endpoints: {
      initAuthentication: start(
        'authentication',
        '/authentication/1.0/initAuthentication',
        'initAuthRequest',
      ),
      getOneAuthResult: result(
        'authentication',
        '/authentication/1.0/getOneResult',
        'getOneAuthResultRequest',
      ),
      cancelAuthentication: cancel(
        'authentication',
        '/authentication/1.0/cancel',
        'cancelAuthRequest',
      ),
      initSignature: start('sign', '/sign/1.0/initSignature', 'initSignRequest'),
      getOneSignResult: result('sign', '/sign/1.0/getOneResult', 'getOneSignResultRequest'),
      cancelSignature: cancel('sign', '/sign/1.0/cancel', 'cancelSignRequest'),
    },
    openLink: (link) => openLink(link, service),
  };
}

interface Service {
  readonly room: RestRoom;
  readonly transactions: Transactions;
  readonly keys: ResultKeys;
}

type MakeRoute = (operation: FrejaOperation, path: string, parameter: string) => RestRoute;

function operationsOf({
  room,
  transactions,
  keys,
}: Service): Readonly<Record<'start' | 'result' | 'cancel', MakeRoute>> {
  const found = (operation: FrejaOperation, { members, relyingParty }: Parameter): Transaction => {
    const reference = members[REFERENCES[operation]];
    if (typeof reference !== 'string') throw new FrejaError(1100);
    return transactions.find(operation, reference, relyingParty);
  };
  return {
    start: (operation, path, parameter) =>
      route(path, parameter, ({ members, relyingParty, relyingPartyId }) => {
        const request = checkRequest(members, { operation, now: room.clock(), relyingPartyId });
        const { reference, qrCodeSecret } = transactions.start(request, relyingParty);
        return { [REFERENCES[operation]]: reference, ...(qrCodeSecret && { qrCodeSecret }) };
      }),
    result: (operation, path, parameter) =>
      route(path, parameter, async (given) => {
        const transaction = found(operation, given);
        const { status, person } = transactions.stateOf(transaction);
        if (person === undefined) {
          return { [REFERENCES[operation]]: transaction.reference, status };
        }
        return approvedResult(transaction, { person, at: room.clock() }, keys);
      }),
    cancel: (operation, path, parameter) =>
      route(path, parameter, (given) => {
        transactions.cancel(found(operation, given));
        return {};
      }),
  };
}

/** What a call carries. */
interface Parameter {
  readonly members: Readonly<Record<string, unknown>>;
  /** The name in the client certificate. */
  readonly relyingParty: string;
  readonly relyingPartyId: string | undefined;
}

function route(
  path: string,
  parameter: string,
  answer: (given: Parameter) => object | Promise<object>,
): RestRoute {
  return {
    method: 'POST',
    path,
    async answer(call) {
      try {
        return { status: 200, body: await answer(parameterOf(call, parameter)) };
      } catch (error) {
        throw error instanceof FrejaError ? new RestError(refusal(error.code)) : error;
      }
    },
  };
}

/** `<parameter>=<base64 of JSON>`, and an integrator's `&relyingPartyId=`. */
function parameterOf({ body, relyingParty = '' }: RestCall, parameter: string): Parameter {
  const [first = '', second, ...more] = body.split('&');
  const [name, ...encoded] = first.split('=');
  if (name !== parameter || more.length > 0) throw new FrejaError(1010);
  const relyingPartyId = second?.replace(/^relyingPartyId=/, '');
  if (relyingPartyId === '' || relyingPartyId === second) {
    if (second !== undefined) throw new FrejaError(1011);
  }
  return { members: objectIn(encoded.join('='), 1010), relyingParty, relyingPartyId };
}

/** The settings of a service. */
export function serviceSettings({ appUrl, pki }: ServicePlace) {
  return { appUrl, signingCertificates: pki.tlsServer.certificate.toString() };
}

/** Freja's form of an error. */
export function refusal(code: number): RestReply {
  return {
    status: code === 1010 ? 400 : 422,
    body: { code, message: `Simulated refusal ${code}` },
  };
}

/** The app binds its person to the transaction of a link or a scanned code. */
function openLink(link: URL, { transactions }: Service): OpenedLink {
  const { searchParams } = link;
  const reference = searchParams.get('transactionReference');
  if (searchParams.get('action') !== 'bindUserToTransaction' || reference === null) {
    throw new Refusal('malformed_link', 'The link does not name a transaction');
  }
  const { loginId } = transactions.deliver(reference);
  const returnUrl = searchParams.get('originAppScheme') ?? undefined;
  return { loginId, returnUrl: () => returnUrl };
}

async function makeKeys({ pki, clock, random }: RestRoom): Promise<ResultKeys> {
  const { privateKey } = await newKeys();
  const status = ocspResponse({
    certificate: pki.rpClient.certificate,
    issuer: pki.rpAuthority.certificate,
    responder: pki.rpAuthority,
    at: clock(),
    nonce: random(32),
  });
  return {
    signing: pki.tlsServer,
    person: privateKey,
    certificateStatus: status.toString('base64'),
  };
}
