import { startEmbeddedPostgres } from '../dist/embedded-postgres/start-embedded-postgres.js';

// A process of its own that starts the server, says its URL and waits to be killed.
const directory = process.argv[2] ?? '';
const { url } = await startEmbeddedPostgres({ directory });
process.stdout.write(`${url}\n`);
