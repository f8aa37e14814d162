import type { Domain } from '../../../domain/tenant.ts';

/** What artifacts of one of the library's models are called: domains share nothing. */
export function artifactKind({ issuer }: Domain, model: string): string {
  return `${issuer} ${model}`;
}
