import type { Authentication } from '../../domain/authentication.ts';
import { Failure } from '../../domain/failure.ts';
import type { Directory, OfferedEid } from '../../ports/directory.ts';

/**
 * The eID that an acr value chooses at an issuer, as now configured.
 * @throws {Failure} eid-not-offered
 */
export async function offeredEid(
  directory: Directory,
  { issuer, acr }: Pick<Authentication, 'issuer' | 'acr'>,
): Promise<OfferedEid> {
  const configuration = await directory.current();
  const offered = configuration.eid(issuer, acr);
  if (offered === undefined) throw new Failure('eid-not-offered', { detail: acr });
  return offered;
}
