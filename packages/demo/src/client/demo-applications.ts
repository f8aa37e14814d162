import { demoMaterial } from 'eid-broker/management/configuration/demo-material';

/** How the demo client logs in. */
export type DemoFlow = 'code' | 'pkce' | 'hybrid' | 'implicit';

/** An application of docs/examples/demo.yaml. */
export interface DemoApplication {
  readonly clientId: string;
  /** Absent for a public client. */
  readonly secret?: string;
  readonly kind: string;
}

/** Public, and refused on production domains. */
export const demoApplications: Readonly<Record<DemoFlow, DemoApplication>> = {
  code: {
    clientId: 'demo-web',
    secret: demoMaterial.secrets.web,
    kind: 'code, confidential client',
  },
  pkce: { clientId: 'demo-spa', kind: 'code with PKCE, public client' },
  hybrid: {
    clientId: 'demo-web',
    secret: demoMaterial.secrets.web,
    kind: 'code id_token, confidential client',
  },
  implicit: { clientId: 'demo-implicit', kind: 'id_token, no secret' },
};
