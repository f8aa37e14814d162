import { object } from 'yup';

import type { Branding } from '../../domain/branding.ts';
import type { Environment } from '../../domain/tenant.ts';
import { ConfigurationProblems, type Problem, problemsOf } from '../configuration-problems.ts';
import { brandingOf, brandingProblems, brandingSchema } from './branding.ts';
import { unstorableTexts } from './checked-tree.ts';
import { unknownKeysAndLiteralSecrets } from './yaml-values.ts';

const holderSchema = object({ branding: brandingSchema });

/**
 * Checks a branding by itself, with the rules of the file: one that is not saved yet. Paths begin with `branding`.
 * @throws {ConfigurationProblems}
 */
export function checkedBranding(branding: unknown, environment: Environment): Branding | undefined {
  const value = { branding };
  const place = { value, path: '', referenced: { has: () => true } };
  const problems = [
    ...schemaProblems(value),
    ...unknownKeysAndLiteralSecrets(holderSchema, place),
    ...brandingProblems(value, environment),
    ...unstorableTexts(value, ''),
  ];
  if (problems.length > 0) throw new ConfigurationProblems(problems);
  return brandingOf(branding);
}

function schemaProblems(value: unknown): Problem[] {
  try {
    holderSchema.validateSync(value, { strict: true, abortEarly: false });
    return [];
  } catch (error) {
    return problemsOf(error);
  }
}
