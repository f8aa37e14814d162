/** The schema of the database is not that of this version. The message names no remedy: the commands do. */
export class SchemaMismatch extends Error {
  /** `behind`: migrations are missing. `foreign`: no migration can bring it up to date. */
  readonly kind: 'behind' | 'foreign';

  constructor(kind: 'behind' | 'foreign', message: string) {
    super(message);
    this.name = 'SchemaMismatch';
    this.kind = kind;
  }
}
