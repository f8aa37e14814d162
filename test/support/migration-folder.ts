import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of migrations for one test. */
export interface MigrationFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** Each migration by its name: the statements of its `up`, and whether they run in a transaction. */
export async function migrationFolder(
  files: Readonly<Record<string, { readonly up: string; readonly transaction?: boolean }>>,
): Promise<MigrationFolder> {
  const path = await mkdtemp(join(tmpdir(), 'migrations-'));
  await writeFile(join(path, 'package.json'), '{"type":"module"}');
  for (const [name, { up, transaction = true }] of Object.entries(files)) {
    const text = `export const config = { transaction: ${transaction} };
      export async function up(knex) { await knex.raw(${JSON.stringify(up)}); }
      export async function down() {}`;
    await writeFile(join(path, `${name}.js`), text);
  }
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
