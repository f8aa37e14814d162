import { ISSUER, REDIRECT_URI, SECRET } from './applications.ts';
import { type ServerProcess, startServer, TYPESCRIPT } from './server-process.ts';

/** The library as a textbook has it; with a database its state is there, else in memory. */
export function startTextbook(databaseUrl?: string): Promise<ServerProcess> {
  return startServer({
    args: [...TYPESCRIPT, 'packages/bench/src/peers/textbook-main.ts'],
    env: {
      TEXTBOOK_ISSUER: ISSUER,
      TEXTBOOK_SECRET: SECRET,
      TEXTBOOK_CALLBACK: REDIRECT_URI,
      ...(databaseUrl !== undefined && { TEXTBOOK_DATABASE_URL: databaseUrl }),
    },
  });
}

/** What no login can undercut. */
export function startFloor(databaseUrl: string): Promise<ServerProcess> {
  return startServer({
    args: [...TYPESCRIPT, 'packages/bench/src/peers/floor-main.ts'],
    env: { FLOOR_DATABASE_URL: databaseUrl },
  });
}
