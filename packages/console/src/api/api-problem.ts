/** One fault of a request: the path of the setting, and what is wrong there. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

/** A problem document (RFC 9457), as the API answers it. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly title: string;
  readonly faults: readonly Fault[];

  constructor(status: number, body: unknown) {
    const { title, detail, errors } = membersOf(body);
    const heading = typeof title === 'string' ? title : `The service answered ${status}`;
    super(typeof detail === 'string' ? detail : heading);
    this.name = 'ApiProblem';
    this.status = status;
    this.title = heading;
    this.faults = Array.isArray(errors) ? errors.flatMap(faultIn) : [];
  }
}

/** No answer came. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'Unreachable';
  }
}

/** What a failure is called: by the service, or by us. */
export function titleOf(error: unknown): string {
  if (error instanceof ApiProblem) return error.title;
  return error instanceof Unreachable ? 'The service cannot be reached' : 'This did not work';
}

/** The fault of one setting; a list or object shows those of its parts too. */
export function faultsAt(faults: readonly Fault[], path: string): readonly Fault[] {
  return faults.filter((fault) => isAt(fault.path, path));
}

/** The faults that no shown field has. */
export function faultsElsewhere(
  faults: readonly Fault[],
  paths: readonly string[],
): readonly Fault[] {
  return faults.filter((fault) => !paths.some((path) => isAt(fault.path, path)));
}

function isAt(faulty: string, path: string): boolean {
  return faulty === path || faulty.startsWith(`${path}[`) || faulty.startsWith(`${path}.`);
}

function faultIn(value: unknown): Fault[] {
  const { path, message } = membersOf(value);
  return typeof path === 'string' && typeof message === 'string' ? [{ path, message }] : [];
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
