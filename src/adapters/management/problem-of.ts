import { ConfigurationProblems } from '../../config/configuration-problems.ts';
import {
  PlanChanged,
  RemovalsRefused,
} from '../../management/configuration/apply-configuration.ts';
import { ChangedOutside, StaleObject } from '../../management/configuration/edit-settings.ts';
import { UnreadableSecrets } from '../../management/configuration/export-configuration.ts';
import { ConfigurationConflict } from '../../management/configuration/issuer-conflicts.ts';
import { LocksOut } from '../../management/configuration/lock-outs.ts';
import { UnknownRevision } from '../../management/configuration/roll-back.ts';
import { UnknownStoredSecret } from '../../management/configuration/sealed-configuration.ts';
import { DemoMaterial, ForeignKey } from '../../management/configuration/startup-checks.ts';
import { ObjectExists, UnknownObject } from '../../management/configuration/tenant-objects.ts';
import { NoCertificate } from '../../management/eids/inspect-certificate.ts';
import { UnfitCertificates } from '../../management/eids/unfit-certificates.ts';
import { UnknownIssuer } from '../../management/rotate-keys.ts';
import { ApiProblem, type ProblemPart, type ProblemStatus } from './problem.ts';

/** The errors of the use cases that a caller causes, each with its status. */
const STATUSES: readonly (readonly [new (...args: never[]) => Error, ProblemStatus])[] = [
  [UnknownObject, 404],
  [UnknownRevision, 404],
  [NoCertificate, 409],
  [UnknownIssuer, 409],
  [ObjectExists, 409],
  [StaleObject, 412],
  [PlanChanged, 412],
  [ChangedOutside, 409],
  [ConfigurationConflict, 409],
  [DemoMaterial, 409],
  [RemovalsRefused, 409],
  [UnknownStoredSecret, 422],
  [UnreadableSecrets, 409],
  [ForeignKey, 409],
];

/** Words the errors of the use cases; undefined: a fault of ours. */
export function problemOf(error: unknown): ApiProblem | undefined {
  if (error instanceof ConfigurationProblems) {
    const errors: readonly ProblemPart[] = error.problems;
    return new ApiProblem(422, 'Some settings are refused.', { errors });
  }
  if (error instanceof UnfitCertificates) {
    return new ApiProblem(422, 'A certificate could not serve.', { errors: error.problems });
  }
  if (error instanceof LocksOut) {
    const detail =
      'This would lock out administrators, or people who logged in within the last 24 hours; allowLockOut=true does it.';
    const errors = error.lockOuts.map(({ application, reason }) => ({
      path: `applications/${application}`,
      message: reason,
    }));
    return new ApiProblem(409, detail, { errors });
  }
  const [, status] = STATUSES.find(([kind]) => error instanceof kind) ?? [];
  if (status === undefined || !(error instanceof Error)) return undefined;
  return new ApiProblem(status, sentence(error.message));
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}
