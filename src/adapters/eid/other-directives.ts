import { type DirectiveRule, type DirectiveValue, later } from '../../domain/directives.ts';

const NONE: DirectiveValue = { form: '', fits: (value) => value === '', optional: true };

/**
 * Directives that no eID of this release reads: SDKs send them with every request. They are recognized, so that the rest
 * of the login hint is read correctly.
 */
export const OTHER_DIRECTIVES: readonly DirectiveRule[] = [
  later('dk:mitid:ct', NONE),
  later('enforce_ftn_requirements', NONE),
];
