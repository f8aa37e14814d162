import type { AddressInfo } from 'node:net';

import Koa from 'koa';
import pg from 'pg';

// The lower bound: a Koa application that answers at once, or after one prepared statement.
const pool = new pg.Pool({ connectionString: process.env.LOWER_BOUND_DATABASE_URL ?? '', max: 10 });
await pool.query('create table lower_bound (id bigint primary key, payload text not null)');
const payload = 'x'.repeat(500);
let inserted = 0;

const app = new Koa();
app.use(async (ctx) => {
  if (ctx.path === '/write') {
    inserted += 1;
    const text = 'insert into lower_bound (id, payload) values ($1, $2)';
    await pool.query({ name: 'write', text, values: [inserted, payload] });
  }
  if (ctx.path === '/read') {
    const text = 'select payload from lower_bound where id = $1';
    await pool.query({ name: 'read', text, values: [1 + Math.floor(inserted / 2)] });
  }
  ctx.body = { ok: true };
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`);
});
