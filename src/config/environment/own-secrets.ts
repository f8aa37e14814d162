/** The variables that are the process's own secrets; each may be given as a file by `NAME_FILE`. */
export const OWN_SECRETS = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'KEY_ENCRYPTION_KEY'] as const;

/** True for a variable that holds, or leads to, one of them. */
export function isOwnSecret(variable: string): boolean {
  return OWN_SECRETS.some((name) => variable === name || variable === `${name}_FILE`);
}
