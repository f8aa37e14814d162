import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, posix, relative, sep } from 'node:path';

import type { Context, Middleware } from 'koa';

/** A file of the console, read once, with what was compressed of it at build time. */
interface ConsoleFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly compressed: readonly { readonly coding: 'br' | 'gzip'; readonly content: Buffer }[];
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Nothing but our own files; no text of the page becomes a script (Trusted Types). */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  // Of our pages as they are branded.
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The page that draws every screen. */
const PAGE = '/index.html';

/** The folder in which Vite puts files whose name has the hash of their content. */
const HASHED = '/assets/';

/**
 * Serves the built console: its files, and its page for every other address, because the page itself knows the screens.
 * A folder without a build (undefined page) passes every request on.
 */
export function consoleFiles(folder: string): Middleware {
  const files = readFiles(folder);
  return async function serveConsole(ctx, next) {
    const found = files.get(ctx.path) ?? (isScreen(ctx) ? files.get(PAGE) : undefined);
    if (found === undefined || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    ctx.set({
      'Content-Security-Policy': POLICY,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      // A form that posts into a frame has an origin only with it.
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Cache-Control': ctx.path.startsWith(HASHED)
        ? 'public, max-age=31536000, immutable'
        : 'no-cache',
      Vary: 'Accept-Encoding',
    });
    send(ctx, found);
  };
}

/** The screens of one object have its name at their end, which may have dots: `/t/demo/domains/login.example.com`. */
const OF_A_TENANT = '/t/';

/** A missing file is not a screen: an old page that requests it must get an error. */
function isScreen({ path }: Context): boolean {
  if (path.startsWith(OF_A_TENANT)) return true;
  return !path.startsWith(HASHED) && extname(path) === '';
}

function send(ctx: Context, { type, plain, compressed }: ConsoleFile): void {
  const coding = ctx.acceptsEncodings(...compressed.map((one) => one.coding), 'identity');
  const chosen = compressed.find((one) => one.coding === coding);
  if (chosen !== undefined) ctx.set('Content-Encoding', chosen.coding);
  ctx.status = 200;
  ctx.body = chosen?.content ?? plain;
  ctx.type = type;
}

/** The files by their paths: a few hundred kilobytes. */
function readFiles(folder: string): ReadonlyMap<string, ConsoleFile> {
  if (!existsSync(folder)) return new Map();
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extname(entry.name) in TYPES)
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    paths.map((path) => [urlPathOf(relative(folder, path)), readConsoleFile(path)] as const),
  );
}

function urlPathOf(path: string): string {
  return posix.join('/', ...path.split(sep));
}

function readConsoleFile(path: string): ConsoleFile {
  const compressed = [
    { coding: 'br', file: `${path}.br` },
    { coding: 'gzip', file: `${path}.gz` },
  ] as const;
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    plain: readFileSync(path),
    compressed: compressed
      .filter(({ file }) => existsSync(file))
      .map(({ coding, file }) => ({ coding, content: readFileSync(file) })),
  };
}
