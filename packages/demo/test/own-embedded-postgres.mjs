import { startEmbeddedPostgres } from '../dist/embedded-postgres/start-embedded-postgres.js';

// Starts the server in this process, prints its URL and runs until it is killed.
const directory = process.argv[2] ?? '';
const { url } = await startEmbeddedPostgres({ directory });
process.stdout.write(`${url}\n`);
