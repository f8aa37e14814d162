import { api, bodyOf } from './client.ts';

const PATH = '/api/tenants/{tenant}/applications/{clientId}/try';

/** The endpoints that an application's server calls. */
export type TriedEndpoint = 'token' | 'par' | 'ciba' | 'headless' | 'userinfo';

/** One request of a login to try. */
export interface TriedRequest {
  readonly issuer: string;
  /** Absent: the keys alone are read. */
  readonly endpoint?: TriedEndpoint;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly clientSecret?: string;
  readonly accessToken?: string;
}

/** What the issuer answered. */
export interface Tried {
  readonly status: number | null;
  readonly answer: unknown;
  readonly supportCode: string | null;
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

/** Which application. */
export interface TriedApplication {
  readonly tenant: string;
  readonly clientId: string;
}

/** Sends a request as the application's server would. The service sends it: a page may call its own origin alone. */
export async function sendTried(path: TriedApplication, body: TriedRequest): Promise<Tried> {
  const { tenant, clientId } = path;
  return (await bodyOf(api.POST(PATH, { params: { path: { tenant, clientId } }, body }))) as Tried;
}
