import { findFreePort } from '@eid-broker/demo/embedded-postgres/find-free-port';
import { createTestDatabase } from '@eid-broker/testing/database';
import { testSigningKey } from '@eid-broker/testing/signing-keys';

import { listen } from '../../src/adapters/http/listen.ts';
import { randomId } from '../../src/adapters/system/random.ts';
import { composeService, type Service } from '../../src/compose/compose-service.ts';
import { readEnvironment } from '../../src/config/environment/environment.ts';
import { applyFile, type LogLine, TEST_KEY } from './broker.ts';
import { openStatements } from './statements.ts';

/** The token of the tests: an owner of the whole installation. */
export const OWNER_TOKEN = 'ebt_owner-of-the-tests-owner-of-the-tests-owner';

/** The management API of a service that serves no login. */
export interface ManagementApi {
  /** Its origin. */
  readonly url: string;
  readonly databaseUrl: string;
  readonly logged: readonly LogLine[];
  readonly service: Service;
  call(request: string, options?: CallOptions): Promise<Called>;
  sql(text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** The parts of a request. */
export interface CallOptions {
  /** Sent as JSON; a text as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Null: none. */
  readonly token?: string | null;
}

/** An answer. */
export interface Called {
  readonly status: number;
  readonly headers: Headers;
  readonly etag: string;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any member of an answer
  readonly json: any;
}

/** The secrets of test/fixtures/management.yaml. */
export const FILE_VARIABLES = {
  WEB_SECRET: 'a-secret-of-the-web-application',
  WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
};

/**
 * Starts it on a database of its own, with a configuration file, at a free port unless one is given. Null: nothing is
 * configured.
 */
export async function startManagement(
  file: string | null = 'test/fixtures/management.yaml',
  environment: Readonly<Record<string, string>> = {},
  knownPort?: number,
): Promise<ManagementApi> {
  const [database, port] = await Promise.all([createTestDatabase(), knownPort ?? findFreePort()]);
  const url = `http://localhost:${port}`;
  if (file !== null) {
    await applyFile(file, { databaseUrl: database.url, variables: FILE_VARIABLES });
  }
  const logged: LogLine[] = [];
  const note =
    (level: string) =>
    (event: string, facts: object = {}) =>
      void logged.push({ level, event, facts: { ...facts } });
  const service = await composeService({
    environment: readEnvironment({
      DATABASE_URL: database.url,
      KEY_ENCRYPTION_KEY: TEST_KEY,
      MANAGEMENT_PORT: String(port),
      ...environment,
    }),
    clock: () => new Date(),
    newId: randomId,
    newSigningKey: testSigningKey,
    log: { info: note('info'), warn: note('warn'), error: note('error') },
    ownerToken: OWNER_TOKEN,
  });
  if (service.management === undefined) throw new Error('the management API is off');
  const server = await listen(service.management, { port, address: '127.0.0.1' });
  const statements = openStatements(database.url);
  return {
    url,
    databaseUrl: database.url,
    logged,
    service,
    call: (request, options) => call(url, request, options),
    sql: statements.sql,
    async close() {
      await server.close(0);
      await service.close();
      await statements.close();
      await database.drop();
    },
  };
}

async function call(
  url: string,
  request: string,
  { body, headers = {}, token = OWNER_TOKEN }: CallOptions = {},
): Promise<Called> {
  const [method = '', path = ''] = request.split(' ');
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = /json/.test(answer.headers.get('content-type') ?? '');
  return {
    status: answer.status,
    headers: answer.headers,
    etag: answer.headers.get('etag') ?? '',
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}
