import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The compiled programs of the previous release, or the reason for their absence. */
export type PreviousRelease =
  | { readonly name: string; readonly dist: string }
  | { readonly missing: string };

/** The release named in the options, if any. */
export interface Wanted {
  /** Compiled already. */
  readonly dist?: string;
  /** A commit, a tag. */
  readonly ref?: string;
}

/** Within the project folder, so that Node finds the installed packages. */
const BUILDS = '.data/previous-release';

/** Names the commit, in a row `| N−1 | <commit> |`. */
const UPGRADING = 'docs/upgrading.md';

/** Finds the named release, or the commit of release N−1 in docs/upgrading.md. Compiled programs are cached. */
export async function findPreviousRelease({ dist, ref }: Wanted): Promise<PreviousRelease> {
  if (dist !== undefined) {
    if (existsSync(join(dist, 'main.js'))) return { name: dist, dist };
    return { missing: `${dist} contains no compiled service` };
  }
  const name = ref ?? previousIn(await readFile(UPGRADING, 'utf8'));
  if (name === undefined) return { missing: `${UPGRADING} names no commit of release N−1 yet` };
  const commit = await commitOf(name);
  if (commit === undefined) {
    return {
      missing: `${name} is not in this repository (--previous-ref or --previous names one)`,
    };
  }
  return build(commit).then(
    (built) => ({ name: commit.slice(0, 12), dist: built }),
    (error) => ({ missing: `${commit} cannot be built: ${firstLine(error)}` }),
  );
}

/** The commit of release N−1 that the text names; undefined while there is none. */
export function previousIn(text: string): string | undefined {
  return /^\| N−1 \|.*?\b([\da-f]{40})\b/m.exec(text)?.[1];
}

function commitOf(ref: string): Promise<string | undefined> {
  return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
}

/** Builds to another name first: an interrupted build is repeated. */
async function build(commit: string): Promise<string> {
  const home = join(BUILDS, commit);
  if (!existsSync(home)) {
    await mkdir(BUILDS, { recursive: true });
    const draft = await mkdtemp(join(BUILDS, 'draft-'));
    try {
      const archive = join(draft, 'source.tar');
      await run('git', ['archive', '--output', archive, commit]);
      await run('tar', ['-xf', archive, '-C', draft]);
      await linkPackages(draft);
      await run('npm', ['run', '--silent', 'build'], draft);
      await rename(draft, home);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  return join(home, 'dist');
}

/** Links the project in a folder, and its packages, so that they import each other and not the ones of this release. */
export async function linkPackages(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@eid-broker'), { recursive: true });
  await symlink('..', join(modules, 'eid-broker'));
  for (const name of await readdir(join(folder, 'packages'))) {
    await symlink(`../../packages/${name}`, join(modules, '@eid-broker', name));
  }
}

/** The output; undefined when the command fails or prints nothing. */
async function git(...texts: readonly string[]): Promise<string | undefined> {
  const output = await run('git', texts).catch(() => '');
  return output === '' ? undefined : output;
}

async function run(program: string, texts: readonly string[], cwd?: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    program,
    [...texts],
    cwd === undefined ? {} : { cwd },
  );
  return stdout.trim();
}

function firstLine(error: unknown): string {
  return String(error).split('\n')[0] ?? '';
}
