import { demoMaterial } from '../../management/demo-material.ts';

/** How the demo client logs in: as which of the demo's applications, by which flow. */
export type DemoFlow = 'code' | 'pkce';

/** One of the applications that docs/examples/demo.yaml declares. */
export interface DemoApplication {
  readonly clientId: string;
  /** Absent for a public client, which proves itself by PKCE. */
  readonly secret?: string;
  readonly kind: string;
}

/** Known to everybody, and refused on production domains. */
export const demoApplications: Readonly<Record<DemoFlow, DemoApplication>> = {
  code: {
    clientId: 'demo-web',
    secret: demoMaterial.secrets.web,
    kind: 'code, confidential client',
  },
  pkce: { clientId: 'demo-spa', kind: 'code with PKCE, public client' },
};
