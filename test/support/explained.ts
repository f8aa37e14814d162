import { commandAdmission } from '../../src/adapters/admission/database-admission.ts';
import { explainedError } from '../../src/adapters/oidc/errors/explained-error.ts';
import { pgLoginTimelines } from '../../src/adapters/postgres/logins/login-timelines.ts';
import { openPool } from '../../src/adapters/postgres/pool.ts';
import { silentLog } from '../../src/adapters/system/log.ts';
import { composeEids } from '../../src/compose/compose-eids.ts';
import { parseSupportCode } from '../../src/domain/support-code.ts';
import {
  type LoginExplanation,
  makeExplainLogin,
} from '../../src/management/logins/explain-login.ts';
import type { Broker } from './broker.ts';

/** The explanation of a code, from the database of the service, after its notes are stored. */
export async function explained(
  broker: Pick<Broker, 'databaseUrl' | 'storeNotes'>,
  code: string | undefined | null,
): Promise<LoginExplanation> {
  await broker.storeNotes();
  const parsed = parseSupportCode(code);
  if (parsed === undefined) throw new Error(`no support code: ${code}`);
  const { eidOf, hintOf } = await composeEids({ eidDefinitions: [], eidModules: [] });
  const url = broker.databaseUrl;
  const pool = openPool({ url, size: 1, admission: commandAdmission }, silentLog);
  try {
    const [found] = await pgLoginTimelines(pool).findInAllTenants(parsed);
    if (found === undefined) throw new Error(`no login has the code ${code}`);
    return makeExplainLogin({ explainError: explainedError, eidOf, hintOf })(found);
  } finally {
    await pool.end();
  }
}
