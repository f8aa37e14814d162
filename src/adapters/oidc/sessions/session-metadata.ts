import type { Domain } from '../../../domain/tenant.ts';
import { LOGOUT } from '../endpoints.ts';

/** What discovery says about sessions. */
export function sessionMetadata({ issuer }: Domain) {
  return {
    end_session_endpoint: `${issuer}${LOGOUT}`,
    prompt_values_supported: ['none', 'login', 'consent', 'consent_revoke'],
  };
}
