/** One difference between what is stored and what is declared, without any secret. */
export interface Change {
  readonly tenantId: string;
  readonly action: 'create' | 'change' | 'remove';
  readonly what: 'tenant' | 'domain' | 'eid' | 'application' | 'webhook';
  /** Its id, issuer or name. */
  readonly name: string;
  /** Which settings change; empty when it is created or removed. */
  readonly settings: readonly string[];
}

/** One line for people: `tenant demo: change application demo-web: redirectUris, secrets`. */
export function describeChange({ tenantId, action, what, name, settings }: Change): string {
  const subject = what === 'tenant' ? '' : ` ${what} ${name}`;
  const details = settings.length === 0 ? '' : `: ${settings.join(', ')}`;
  return `tenant ${tenantId}: ${action}${subject}${details}`;
}
