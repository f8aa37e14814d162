import type { errors } from 'oidc-provider';

import type { ErrorFinding } from '../../../domain/login-timeline.ts';
import { contextOf } from '../request-context.ts';
import { ALL_ENTRIES } from './catalogue.ts';
import { ANY_ENDPOINT } from './entries/endpoints.ts';
import type { Entry, EntryText } from './entry.ts';

/** An error of the library's events and of its error page: its own, ours, or a fault without any of these members. */
export type ThrownError = Error &
  Partial<
    Pick<errors.OIDCProviderError, 'error' | 'error_description' | 'error_detail' | 'expose'>
  > &
  Pick<ErrorFinding, 'reason' | 'facts'> & { readonly key?: string };

type WithRequest = Parameters<typeof contextOf>[0];

/**
 * The catalogue key of an error: the one that it was thrown with, or that of the login's ending, which the library
 * throws for us. The library's own errors are recognized by their texts. Undefined when the catalogue lacks the error.
 */
export function keyOf(ctx: WithRequest, error: ThrownError): string | undefined {
  if (error.key !== undefined) return error.key;
  if (error.expose !== true) return ANY_ENDPOINT.fault.key;
  return contextOf(ctx).endingKey ?? libraryKeyOf(error.error, error.error_description);
}

/** The key of an error that the library throws, by its text. */
export function libraryKeyOf(
  error: string | undefined,
  description: string | undefined,
): string | undefined {
  const matches = ({ pattern, of }: Pattern) =>
    error !== undefined &&
    [of.error, of.otherError].includes(error) &&
    pattern.test(description ?? '');
  return PATTERNS.find(matches)?.of.key;
}

interface Pattern {
  readonly pattern: RegExp;
  readonly of: Entry;
}

const PLACEHOLDER = /\{\w+\}/g;

/** Of the library's errors alone. The most exact pattern comes first: a text may fit one with placeholders, too. */
const PATTERNS: readonly Pattern[] = ALL_ENTRIES.filter(({ isOfLibrary }) => isOfLibrary)
  .toSorted((a, b) => exactness(b) - exactness(a))
  .map((of) => ({ of, pattern: patternOf(of) }));

function exactness({ description = '' }: EntryText): number {
  return description.replace(PLACEHOLDER, '').length;
}

function patternOf({ description = '' }: EntryText): RegExp {
  const parts = description.split(PLACEHOLDER).map((part) => part.replace(/[^\w\s]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`);
}
