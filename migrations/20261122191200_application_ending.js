/** Finds the applications with a secret or key that ends, however many there are. */
export async function up(knex) {
  await knex.raw(`
    create index application_ending on application (tenant_id)
      where secrets @\\? '$[*].expiresAt' or settings @\\? '$.jwks.keys[*].exp' or settings @\\? '$.jwks.keys[*].x5c';
  `);
}

/** Forward only; the library refuses a file without a way back. */
export async function down() {
  throw new Error('migrations go forward only');
}
