import { explainedError } from '../adapters/oidc/errors/explained-error.ts';
import { pgLoginTimelines } from '../adapters/postgres/logins/login-timelines.ts';
import { composeEids } from '../compose/compose-eids.ts';
import { readDatabaseUrl, readEidPaths } from '../config/environment/environment.ts';
import { parseSupportCode } from '../domain/support-code.ts';
import { makeExplainLogin } from '../management/logins/explain-login.ts';
import { loginText } from '../management/logins/login-text.ts';
import { defineCommand, print, UsageError } from './command.ts';
import { withDatabase } from './with-database.ts';

/** Explains one login by its support code. */
export const command = defineCommand({
  description: `Prints what happened in a login, and who must act: by its support code, from the database of DATABASE_URL.

Exit code 0: found; 1: no login has the code, or it is older than LOGIN_RETENTION_DAYS.`,
  operand: 'CODE',
  options: {
    tenant: { value: 'ID', help: 'the tenant; without it all tenants are searched' },
    json: { help: 'JSON instead of words' },
  },
  failureCode: 2,
  async run({ operand, options: { tenant, json }, env }) {
    const code = parseSupportCode(operand);
    if (code === undefined) {
      throw new UsageError('CODE: must be a support code such as K7F2-QX9M');
    }
    const { eidOf, hintOf } = await composeEids(readEidPaths(env));
    const explainLogin = makeExplainLogin({ explainError: explainedError, eidOf, hintOf });
    const found = await withDatabase({ url: readDatabaseUrl(env) }, async (pool) => {
      const timelines = pgLoginTimelines(pool);
      if (tenant === undefined) return timelines.findInAllTenants(code);
      const one = await timelines.find(tenant, code);
      return one === undefined ? [] : [one];
    });
    const logins = found.map(explainLogin);
    if (json) print(JSON.stringify(logins, null, 2));
    else print(logins.length > 0 ? logins.map(loginText).join('\n\n') : 'no login has this code');
    return logins.length > 0 ? 0 : 1;
  },
});
