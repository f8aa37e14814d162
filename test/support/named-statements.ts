import pg from 'pg';

/** What runs beside the requests: the content's revision, events, counts. */
const OF_REQUESTS = /^(login|authentication|artifact|redemption)_/;

/** Watches the statements that requests of this process send to their database, by their names. */
export interface NamedStatements {
  /** Those since the last call, in their order. */
  taken(): readonly string[];
  stop(): void;
}

/** Watches from now on. */
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
