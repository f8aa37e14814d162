import { ISSUER, REDIRECT_URI, SECRET } from './applications.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** The library as a textbook has it; with a database its state is there, else in memory. */
export function startTextbook(databaseUrl?: string): Promise<ServerProcess> {
  return startServer({
    args: ['packages/bench/dist/peers/textbook-main.js'],
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
    args: ['packages/bench/dist/peers/floor-main.js'],
    env: { FLOOR_DATABASE_URL: databaseUrl },
  });
}
