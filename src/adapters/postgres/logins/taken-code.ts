import { SupportCodeTaken } from '../../../domain/support-code.ts';

const UNIQUE_VIOLATION = '23505';
const CONSTRAINT = 'login_timeline_code';

/** Throws the error of a statement; that of a support code in use as `SupportCodeTaken`. The statement changed nothing. */
export function throwTakenCode(error: unknown): never {
  const { code, constraint } = Object(error) as Readonly<Record<string, unknown>>;
  if (code === UNIQUE_VIOLATION && constraint === CONSTRAINT) throw new SupportCodeTaken();
  throw error;
}
