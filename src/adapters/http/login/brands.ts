import { createHash } from 'node:crypto';

import type { Context } from 'koa';

import { type Accents, accentsOf } from '../../../domain/brand-colour.ts';
import { type Branding, mergedBranding } from '../../../domain/branding.ts';
import type { Domain } from '../../../domain/tenant.ts';
import type { Configuration } from '../../../ports/configuration.ts';

/** A branding with the paths of its files. */
export interface Brand {
  readonly branding: Branding;
  readonly logo: string | undefined;
  readonly darkLogo: string | undefined;
  readonly stylesheet: string | undefined;
  /** By path. */
  readonly files: ReadonlyMap<string, BrandFile>;
}

/** A file that is made from a branding. Its path has a hash of the content. */
export interface BrandFile {
  readonly type: string;
  readonly content: Buffer;
}

/** The brands of one domain in one state of the configuration. */
export interface Brands {
  /** Of the domain, where no application is known; undefined: ours. */
  readonly own: Brand | undefined;
  /** Of the pages of an application. */
  of(clientId: string): Brand | undefined;
  /** A file of any of them; undefined for an unknown path. */
  file(path: string): BrandFile | undefined;
}

/** Makes the files of a brand when the first page has them. */
export function brandsOf(domain: Domain, configuration: Configuration): Brands {
  const own = domain.branding && brandOf(domain.branding);
  const made = new Map<string, Brand>();
  let files: ReadonlyMap<string, BrandFile> | undefined;

  function of(clientId: string): Brand | undefined {
    const branding = configuration.application(domain, clientId)?.branding;
    if (branding === undefined) return own;
    const known = made.get(clientId);
    if (known !== undefined) return known;
    const brand = brandOf({ ...mergedBranding(domain.branding, branding) });
    made.set(clientId, brand);
    return brand;
  }

  function allFiles(): ReadonlyMap<string, BrandFile> {
    const others = configuration
      .applications(domain)
      .filter(({ branding }) => branding !== undefined)
      .map(({ clientId }) => of(clientId));
    return new Map([own, ...others].flatMap((brand) => [...(brand?.files ?? [])]));
  }

  return {
    own,
    of,
    file(path) {
      files ??= allFiles();
      return files.get(path);
    },
  };
}

/** A branding with its files. */
export function brandOf(branding: Branding): Brand {
  const { logo, darkLogo, color } = branding;
  const files = new Map<string, BrandFile>();
  const add = (extension: string, file: BrandFile): string => {
    const hash = createHash('sha256').update(file.content).digest('base64url').slice(0, 22);
    const path = `/assets/brand/${hash}.${extension}`;
    files.set(path, file);
    return path;
  };
  const addImage = (base64: string): string => {
    const content = Buffer.from(base64, 'base64');
    return content[0] === PNG_BEGINS_WITH
      ? add('png', { type: 'image/png', content })
      : add('svg', { type: 'image/svg+xml', content });
  };
  return {
    branding,
    logo: logo && addImage(logo),
    darkLogo: darkLogo && addImage(darkLogo),
    stylesheet:
      color && add('css', { type: 'text/css; charset=utf-8', content: stylesheetOf(color) }),
    files,
  };
}

const PNG_BEGINS_WITH = 0x89;

function stylesheetOf(color: string): Buffer {
  const { light, dark } = accentsOf(color);
  const css = `${rule(light)}\n@media (prefers-color-scheme: dark) {\n${rule(dark)}\n}\n`;
  return Buffer.from(css);
}

function rule({ accent, strong, soft }: Accents): string {
  return `:root { --accent: ${accent}; --accent-strong: ${strong}; --soft: ${soft}; }`;
}

/**
 * Answers `GET /assets/brand/:name`. An SVG opened by itself runs nothing and loads nothing. A brand of another replica's
 * configuration is unknown here for a moment.
 */
export function sendBrandFile(brands: Brands): (ctx: Context) => void {
  return (ctx) => {
    const file = brands.file(ctx.path);
    if (file === undefined) return;
    ctx.set({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    ctx.type = file.type;
    ctx.body = file.content;
  };
}
