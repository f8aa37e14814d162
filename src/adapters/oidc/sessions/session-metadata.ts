import type { Domain } from '../../../domain/tenant.ts';
import { LOGOUT } from '../endpoints.ts';

/**
 * What discovery says about sessions. The prompts are those of the registry alone: some clients read the document with
 * a parser that fails on any other.
 */
export function sessionMetadata({ issuer }: Domain) {
  return {
    end_session_endpoint: `${issuer}${LOGOUT}`,
    prompt_values_supported: ['none', 'login', 'consent'],
  };
}
