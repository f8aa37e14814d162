import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COPIED = ['src', 'test', 'packages', 'scripts', 'docs'];
const LEFT_OUT = ['node_modules', 'dist', '.data'];
const OWN_PACKAGES = '@eid-broker';

/** A copy of the project's sources. Packages of others are those of the project. */
export interface ProjectCopy {
  readonly root: string;
  /** The SHA-256 of each file, by its path. */
  files(): Promise<ReadonlyMap<string, string>>;
  /** Runs Node.js in the copy; returns the status and the output. */
  run(args: readonly string[]): { readonly status: number | null; readonly output: string };
  remove(): Promise<void>;
}

/** Copies the project to a temporary folder. */
export async function copyProject(): Promise<ProjectCopy> {
  const root = await mkdtemp(join(tmpdir(), 'project-copy-'));
  const filter = (path: string) => !LEFT_OUT.includes(basename(path));
  for (const folder of COPIED) {
    await cp(join(ROOT, folder), join(root, folder), { recursive: true, filter });
  }
  for (const file of ['package.json', 'tsconfig.json', 'jest.config.mjs', 'README.md']) {
    await cp(join(ROOT, file), join(root, file));
  }
  await linkPackages(root);
  return {
    root,

    async files() {
      const entries = await Promise.all(
        COPIED.map((folder) =>
          readdir(join(root, folder), { recursive: true, withFileTypes: true }),
        ),
      );
      const paths = entries
        .flat()
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
        .map((entry) => join(entry.parentPath, entry.name));
      const hashes = paths.map(async (path) => {
        const hash = createHash('sha256').update(await readFile(path));
        return [relative(root, path), hash.digest('hex')] as const;
      });
      return new Map(await Promise.all(hashes));
    },

    run(args) {
      const { NODE_OPTIONS: _, ...env } = process.env;
      const options = { cwd: root, env, encoding: 'utf8', timeout: 80_000 } as const;
      const { status, stdout, stderr } = spawnSync(process.execPath, [...args], options);
      return { status, output: `${stdout}\n${stderr}` };
    },

    remove: () => rm(root, { recursive: true }),
  };
}

/** Each package by a link; ours lead to the copy. */
async function linkPackages(root: string): Promise<void> {
  const [from, to] = [join(ROOT, 'node_modules'), join(root, 'node_modules')];
  const own = await readdir(join(from, OWN_PACKAGES));
  const others = (await readdir(from)).filter(
    (name) => !name.startsWith('.') && ![OWN_PACKAGES, 'eid-broker'].includes(name),
  );
  await mkdir(join(to, OWN_PACKAGES), { recursive: true });
  const links = [
    ...others.map((name) => [join(from, name), join(to, name)] as const),
    ...own.map((name) => [join(root, 'packages', name), join(to, OWN_PACKAGES, name)] as const),
    [root, join(to, 'eid-broker')] as const,
    ...(await ownFoldersOf(own, root)),
  ];
  for (const [target, path] of links) await symlink(target, path);
}

/** Packages that one of ours has in a version of its own. */
async function ownFoldersOf(packages: readonly string[], root: string) {
  const found = packages.map(async (name) => {
    const folder = join('packages', name, 'node_modules');
    const names = await readdir(join(ROOT, folder)).catch(() => []);
    if (names.length > 0) await mkdir(join(root, folder), { recursive: true });
    return names.map((each) => [join(ROOT, folder, each), join(root, folder, each)] as const);
  });
  return (await Promise.all(found)).flat();
}

/** The folder of a path in the copy, made if it does not exist. */
export async function folderOf(path: string): Promise<string> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  return folder;
}
