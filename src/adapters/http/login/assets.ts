import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import type { Context } from 'koa';

/** A file that is sent unchanged. */
interface Asset {
  readonly type: string;
  readonly content: Buffer;
}

/** All files, read once: a few kilobytes. The server uses the same QR library. */
const ASSETS: ReadonlyMap<string, Asset> = new Map([
  ['login.css', asset('text/css; charset=utf-8', ownFile('login.css'))],
  ['login.js', asset('text/javascript; charset=utf-8', ownFile('login.js'))],
  ['copy.js', asset('text/javascript; charset=utf-8', ownFile('copy.js'))],
  ['reload.js', asset('text/javascript; charset=utf-8', ownFile('reload.js'))],
  ['lean-qr.mjs', asset('text/javascript; charset=utf-8', new URL(import.meta.resolve('lean-qr')))],
  ['icon.svg', asset('image/svg+xml', ownFile('icon.svg'))],
]);

const VERSION = versionOf(ASSETS.values());

/** Path of an asset. It changes when any asset changes. */
export function assetPath(name: string): string {
  return `/assets/${VERSION}/${name}`;
}

/** The text of the asset at a path of `assetPath`; empty for an unknown one. */
export function assetText(path: string): string {
  const found = ASSETS.get(path.split('/').at(-1) ?? '');
  return found?.content.toString() ?? '';
}

/**
 * Answers `GET /assets/:version/:name`. Another version belongs to a replica of the previous or next release: its page
 * gets our file, which the browser must not cache.
 */
export function sendAsset(ctx: Context): void {
  const { version, name } = ctx.params;
  const found = ASSETS.get(name);
  if (found === undefined) return;
  ctx.set({
    'cache-control': version === VERSION ? 'public, max-age=31536000, immutable' : 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  ctx.type = found.type;
  ctx.body = found.content;
}

function ownFile(name: string): URL {
  return new URL(`./assets/${name}`, import.meta.url);
}

function asset(type: string, file: URL): Asset {
  return { type, content: readFileSync(file) };
}

function versionOf(assets: Iterable<Asset>): string {
  const hash = createHash('sha256');
  for (const { content } of assets) hash.update(content);
  return hash.digest('base64url').slice(0, 12);
}
