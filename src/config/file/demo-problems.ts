import type { Problem } from '../configuration-problems.ts';
import { type KnownEid, knownEid, servesProduction, strictestEnvironment } from './checks.ts';
import { parseJwks } from './public-jwks.ts';
import { listAt, memberAt, textAt } from './yaml-values.ts';

/** Public demo material, which no production domain may accept. */
export interface PublicMaterial {
  /** Client secrets by any name. */
  readonly secrets: Readonly<Record<string, string>>;
  /** `x` or `n` of public JWKs. */
  readonly publicKeys: readonly string[];
}

/** The demo material, and the eIDs that recognise simulators. */
export interface DemoContext {
  readonly demo: PublicMaterial;
  readonly eids: readonly KnownEid[];
}

const MESSAGE = 'must not serve a production domain';

/** Demo secrets, demo keys and settings of simulators that the file puts on production domains. */
export function demoProblems(file: unknown, { demo, eids }: DemoContext): Problem[] {
  return listAt(file, 'tenants').flatMap((tenant, tenantIndex) => {
    const path = `tenants[${tenantIndex}]`;
    const domains = listAt(tenant, 'domains');
    return [
      ...listAt(tenant, 'applications').flatMap((application, index) =>
        strictestEnvironment(application, domains) === 'production'
          ? inApplication(application, `${path}.applications[${index}]`, demo)
          : [],
      ),
      ...listAt(tenant, 'eids').flatMap((eid, index) =>
        servesProduction(eid, domains) && isSimulated(eid, eids)
          ? [
              {
                path: `${path}.eids[${index}].settings`,
                message: `lead to a simulator: ${MESSAGE}`,
              },
            ]
          : [],
      ),
    ];
  });
}

function inApplication(application: unknown, path: string, demo: PublicMaterial): Problem[] {
  const known = Object.values(demo.secrets);
  const secrets = listAt(application, 'secrets').flatMap((secret, index) =>
    known.includes(textAt(secret, 'value') ?? '')
      ? [{ path: `${path}.secrets[${index}].value`, message: `is a demo secret: ${MESSAGE}` }]
      : [],
  );
  const keys = parseJwks(memberAt(application, 'jwks'))?.keys ?? [];
  const hasDemoKey = keys.some(({ x, n }) =>
    [x, n].some((member) => typeof member === 'string' && demo.publicKeys.includes(member)),
  );
  if (!hasDemoKey) return secrets;
  return [...secrets, { path: `${path}.jwks`, message: `has a demo key: ${MESSAGE}` }];
}

/** Unusable settings have problems of their own. */
function isSimulated(eid: unknown, eids: readonly KnownEid[]): boolean {
  try {
    const known = knownEid(textAt(eid, 'eid'), eids);
    return known?.isSimulated(memberAt(eid, 'settings')) === true;
  } catch {
    return false;
  }
}
