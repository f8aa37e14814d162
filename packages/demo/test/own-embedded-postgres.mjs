import { startEmbeddedPostgres } from '../dist/embedded-postgres/start-embedded-postgres.js';

// A process of its own that starts the server, says its URL and waits to be killed.
const configurationSource = process.argv[2] ?? '';
const { url } = await startEmbeddedPostgres({ configurationSource });
process.stdout.write(`${url}\n`);
