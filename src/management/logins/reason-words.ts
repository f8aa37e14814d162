import type { StepFacts } from '../../domain/eid-reasons.ts';
import type {
  EndedStep,
  ErrorFinding,
  Finding,
  RefusalReason,
} from '../../domain/login-timeline.ts';
import { checkNamed } from './eid-reason-words.ts';
import { filledWords } from './filled-words.ts';
import { REASONS } from './refusal-reasons.ts';

/** Cause and remedy of a reason, with the facts of its step. */
export function reasonWords(reason: RefusalReason, facts?: StepFacts): Finding {
  const { cause, fix, whoActs } = REASONS[reason];
  if (reason !== 'answer-unverified') {
    return { cause: filledWords(cause, facts), fix: filledWords(fix, facts), whoActs };
  }
  const check = checkNamed(facts?.check);
  const words = filledWords(cause, { ...facts, check: check.words });
  return { cause: words, fix: `${fix} ${check.fix}`, whoActs };
}

/** The finding of an ending. An eID's code of an unverified answer is the check that failed. */
export function endingFinding({ why, hint, reason, facts }: EndedStep): ErrorFinding {
  if (reason !== undefined) return { reason, facts };
  if (why !== 'unverified' || hint === undefined) return {};
  return { reason: 'answer-unverified', facts: { check: hint } };
}
