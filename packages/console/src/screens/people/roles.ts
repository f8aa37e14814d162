/** The roles, and what each is for. */
export const ROLES = [
  { name: 'owner', may: 'everything' },
  { name: 'operator', may: 'keys, certificates, eIDs, domains' },
  { name: 'developer', may: 'applications of test domains' },
  { name: 'support', may: 'logins and their stories' },
  { name: 'auditor', may: 'read and export' },
] as const;

/** The name of a role. */
export type Role = (typeof ROLES)[number]['name'];
