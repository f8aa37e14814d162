import pg from 'pg';

/** The names of statements of requests; the configuration's revision, events and counts have others. */
const OF_REQUESTS = /^(login|authentication|artifact|issuance)_/;

/** Records the names of the statements that requests of this process send to the database. */
export interface NamedStatements {
  /** The names since the last call, in order. */
  taken(): readonly string[];
  stop(): void;
}

/** Starts recording. */
export function watchNamedStatements(): NamedStatements {
  const { prototype } = pg.Client;
  const before = prototype.query;
  let names: string[] = [];
  prototype.query = function watched(this: pg.Client, ...statement: readonly unknown[]) {
    const { name } = Object(statement[0]) as { readonly name?: unknown };
    if (typeof name === 'string' && OF_REQUESTS.test(name)) names.push(name);
    return Reflect.apply(before, this, statement);
  } as typeof before;
  return {
    taken() {
      const taken = names;
      names = [];
      return taken;
    },
    stop() {
      prototype.query = before;
    },
  };
}
