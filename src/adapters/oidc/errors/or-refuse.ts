import { Failure } from '../../../domain/failure.ts';
import { refusalOf } from './oauth-errors.ts';

/** Runs a judgement; what it finds wrong is thrown as the library's own error. */
export function orRefuse<Result>(judge: () => Result): Result {
  try {
    return judge();
  } catch (error) {
    throw asTold(error);
  }
}

/** A refusal of ours as the library throws its own; any other error as it is. */
export function asTold(error: unknown): unknown {
  return error instanceof Failure ? refusalOf(error) : error;
}
