import type { Contradiction, RequestParts } from '../../../domain/eid-offer.ts';
import { attributesFor, isAtLeast, levelOf, lowestLevelOf } from './attributes.ts';

const LEVEL = 'minregistrationlevel';

/** A level that is too low for what the request wants: Freja would have no such person, or refuse. */
export function contradictionIn({
  scope,
  person,
  directives,
}: RequestParts): Contradiction | undefined {
  const { 'sub:email': email, 'sub:phone': phone, [LEVEL]: word } = directives;
  const attributes = attributesFor(scope, { email, phone, isIntegrator: false });
  const needed = person === undefined ? lowestLevelOf(attributes) : 'EXTENDED';
  const named = word === undefined ? undefined : levelOf(word.toUpperCase());
  if (named !== undefined && !isAtLeast(named, needed)) {
    return { directive: LEVEL, needed: `${LEVEL}:${needed.toLowerCase()}` };
  }
  const isByFace = directives.userconfirmationmethod === 'defaultandface';
  if (!isByFace || (named ?? needed) !== 'BASIC') return undefined;
  return { directive: 'userconfirmationmethod', needed: `${LEVEL}:extended` };
}
