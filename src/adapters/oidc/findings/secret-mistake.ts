import { clientSecretContext } from '../../../domain/configuration.ts';
import type { RefusalReason } from '../../../domain/login-timeline.ts';
import { clientSecrets } from '../clients/client-credentials.ts';

type Deps = Parameters<typeof clientSecrets>[0];

/** With more, another application's secret is not looked for: each comparison costs a hash. */
const MOST_APPLICATIONS = 50;
/** In characters; no secret is longer. */
const LONGEST = 500;

/**
 * The mistake in a wrong secret that would be right without it, for the timeline alone: the answer does not contain it. No use
 * of a secret is noted.
 */
export function secretMistake(
  { clientId, secret }: { readonly clientId: string; readonly secret: string | undefined },
  { domain, configuration, vault, clock }: Omit<Deps, 'noteSecretUse'>,
): RefusalReason | undefined {
  if (!secret || secret.length > LONGEST) return undefined;
  const context = clientSecretContext(domain.tenantId, clientId);
  const { secrets: ofClient = [] } = configuration.application(domain, clientId) ?? {};
  if (ofClient.some(({ hash }) => vault.matches(secret, hash, context))) return 'secret-old';
  const { matches } = clientSecrets({ domain, configuration, vault, clock });
  if (matches(clientId, secret.replace(/^[\s"']+|[\s"']+$/g, ''))) return 'secret-with-blanks';
  if (encodings(secret).some((other) => matches(clientId, other))) return 'secret-encoded';
  const others = configuration.applications(domain).filter((one) => one.clientId !== clientId);
  if (others.length > MOST_APPLICATIONS) return undefined;
  return others.some((other) => matches(other.clientId, secret)) ? 'secret-of-other' : undefined;
}

/** The secret decoded once more: it was encoded twice, or in another way. */
function encodings(secret: string): readonly string[] {
  const base64 = Buffer.from(secret, 'base64').toString('utf8');
  try {
    return [base64, decodeURIComponent(secret.replaceAll('+', ' '))];
  } catch {
    return [base64];
  }
}
