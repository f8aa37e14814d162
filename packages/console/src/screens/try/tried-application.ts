import type { KnownEid } from '../../api/first-steps.ts';
import type { Settings } from '../../api/shapes.ts';
import { textIn, textsIn } from '../../objects/settings-values.ts';

/** What the forms of a login to try begin with. */
export interface TriedFacts {
  readonly tenant: string;
  readonly clientId: string;
  readonly application: Settings;
  /** The issuers that the application may use. */
  readonly issuers: readonly string[];
  /** The eIDs of the tenant. */
  readonly eids: readonly KnownEid[];
}

/** The flows of the form, by how they begin. */
export type TryFlow = 'browser' | 'ciba' | 'headless';

const BROWSER = ['authorization-code', 'pkce', 'implicit'];

/** The flows that the application has. */
export function flowsOf(application: Settings): readonly TryFlow[] {
  const flows = textsIn(application, 'flows');
  const all = ['browser', 'ciba', 'headless'] as const;
  return all.filter((flow) =>
    flow === 'browser' ? flows.some((one) => BROWSER.includes(one)) : flows.includes(flow),
  );
}

/** True for an application without secrets and keys. */
export function isPublicClient(application: Settings): boolean {
  const flows = textsIn(application, 'flows');
  const proofs = ['secrets', 'jwks', 'jwksUri'].filter((name) => {
    const value = application[name];
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  });
  return flows.every((flow) => flow === 'pkce' || flow === 'implicit') || proofs.length === 0;
}

/** The acr values of a channel, the application's own first. */
export function acrValuesFor(
  { application, eids }: Pick<TriedFacts, 'application' | 'eids'>,
  channel: string,
): readonly string[] {
  const offered = eids.flatMap(({ acrValues }) =>
    acrValues.filter(({ channels }) => channels.includes(channel)).map(({ acr }) => acr),
  );
  const byDefault = textIn(application, 'defaultAcrValues');
  return [...new Set([...(offered.includes(byDefault) ? [byDefault] : []), ...offered])];
}
