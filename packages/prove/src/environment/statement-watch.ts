import type { ProxiedConnection, Watcher } from './fault-proxy.ts';

/** Observes the statements to PostgreSQL, and can act just before or after one. */
export interface StatementWatch {
  /**
   * Calls `act` before a statement is forwarded (`before`), or before its response is returned (`after`). `statement`
   * is its prepared name, its text, or `*` for any. Messages are held until `act` resolves. Returns a function that
   * removes the hook.
   */
  on(statement: string, phase: Phase, act: Act): () => void;
  /** Lets the statement fail with this SQLSTATE instead of forwarding it, while `spoils` returns true. */
  fail(statement: string, sqlState: string, spoils: () => boolean): () => void;
  /** Watches the connections of a fault proxy. */
  readonly watcher: (connection: ProxiedConnection) => Watcher;
  /** The number of times that each statement was sent. */
  readonly seen: ReadonlyMap<string, number>;
}

/** Before the database gets the statement, or after it has run it. */
export type Phase = 'before' | 'after';

/** The action. */
export type Act = (connection: ProxiedConnection) => Promise<void> | void;

interface Failing {
  readonly statement: string;
  readonly sqlState: string;
  readonly spoils: () => boolean;
}

interface Hook {
  readonly statement: string;
  readonly phase: Phase;
  readonly act: Act;
}

/** Client messages without a response of their own: parse, bind, describe, execute, close. */
const NOT_YET = 'PBDEC';
const PARSE = 'P';
const BIND = 'B';
const QUERY = 'Q';
/** The server's message at the end of a statement. */
const READY = 'Z';

/** No statement is watched yet. */
export function statementWatch(): StatementWatch {
  const hooks = new Set<Hook>();
  const failing = new Set<Failing>();
  const seen = new Map<string, number>();

  return {
    seen,
    on(statement, phase, act) {
      const hook = { statement, phase, act };
      hooks.add(hook);
      return () => void hooks.delete(hook);
    },
    fail(statement, sqlState, spoils) {
      const one = { statement, sqlState, spoils };
      failing.add(one);
      return () => void failing.delete(one);
    },
    watcher(connection) {
      // The client's first message has no type: it is the startup message.
      const client = messageReader('untyped-first');
      const server = messageReader('typed');
      let round: Round = newRound();
      let running: string | undefined;
      /** The transaction status, as the server's letter. */
      let status: Buffer = Buffer.from('I');
      return {
        watch: (direction, chunk) =>
          direction === 'up' ? forwardRequest(chunk) : forwardResponse(chunk),
      };

      /** Buffers a series of messages until it is complete and its statement is known. */
      async function forwardRequest(chunk: Buffer): Promise<Buffer> {
        const passed: Buffer[] = [];
        for (const message of client.read(chunk)) {
          round.messages.push(message.bytes);
          note(round, message);
          if (message.type !== undefined && NOT_YET.includes(message.type)) continue;
          const { statement } = round;
          if (statement !== undefined) {
            seen.set(statement, (seen.get(statement) ?? 0) + 1);
            await act(statement, 'before');
            const sqlState = failureOf(statement);
            if (sqlState !== undefined) {
              connection.reply(errorAnswer(sqlState, status));
              round = newRound();
              continue;
            }
            running = statement;
          }
          passed.push(...round.messages);
          round = newRound();
        }
        return Buffer.concat(passed);
      }

      /** Withholds the end of the response, so that the client does not have it. */
      async function forwardResponse(chunk: Buffer): Promise<Buffer> {
        const passed: Buffer[] = [];
        for (const message of server.read(chunk)) {
          passed.push(message.bytes);
          if (message.type !== READY) continue;
          status = message.bytes.subarray(HEADER);
          if (running === undefined) continue;
          const done = running;
          running = undefined;
          await act(done, 'after');
        }
        return Buffer.concat(passed);
      }

      async function act(statement: string, phase: Phase): Promise<void> {
        for (const hook of hooks) {
          if (isMeant(hook, statement) && hook.phase === phase) await hook.act(connection);
        }
      }

      function failureOf(statement: string): string | undefined {
        const one = [...failing].find((each) => isMeant(each, statement) && each.spoils());
        return one?.sqlState;
      }
    },
  };
}

function isMeant(wanted: { readonly statement: string }, statement: string): boolean {
  return wanted.statement === '*' || wanted.statement === statement;
}

/** An error and, after it, that the server is ready for the next statement. */
function errorAnswer(sqlState: string, status: Buffer): Buffer {
  const fields = `SERROR\0VERROR\0C${sqlState}\0Minjected\0\0`;
  return Buffer.concat([message('E', Buffer.from(fields)), message(READY, status)]);
}

function message(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(HEADER);
  header.write(type, 'latin1');
  header.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}

interface Message {
  /** Undefined for a client's first. */
  readonly type: string | undefined;
  readonly bytes: Buffer;
}

/** The messages up to the one that requests a response. */
interface Round {
  readonly messages: Buffer[];
  statement: string | undefined;
}

function newRound(): Round {
  return { messages: [], statement: undefined };
}

function note(round: Round, { type, bytes }: Message): void {
  if (type === QUERY) round.statement = textAt(bytes, HEADER);
  if (type === BIND) {
    const portal = textAt(bytes, HEADER);
    const name = textAt(bytes, HEADER + Buffer.byteLength(portal) + 1);
    if (name !== '' || round.statement === undefined) round.statement = name;
  }
  // An unnamed statement is identified by its text.
  if (type === PARSE && textAt(bytes, HEADER) === '') round.statement = textAt(bytes, HEADER + 1);
}

/** A type and a length of four bytes. */
const HEADER = 5;

function textAt(bytes: Buffer, from: number): string {
  return bytes.toString('utf8', from, bytes.indexOf(0, from));
}

/** Cuts a stream of bytes into messages of PostgreSQL's protocol. */
function messageReader(first: 'typed' | 'untyped-first') {
  let rest: Buffer = Buffer.alloc(0);
  let isTyped = first === 'typed';
  return {
    read(chunk: Buffer): readonly Message[] {
      rest = Buffer.concat([rest, chunk]);
      const messages: Message[] = [];
      for (;;) {
        const start = isTyped ? 1 : 0;
        if (rest.length < start + 4) return messages;
        const length = start + rest.readUInt32BE(start);
        if (rest.length < length) return messages;
        const type = isTyped ? rest.toString('latin1', 0, 1) : undefined;
        messages.push({ type, bytes: rest.subarray(0, length) });
        rest = rest.subarray(length);
        isTyped = true;
      }
    },
  };
}
