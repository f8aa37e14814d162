import { createHash } from 'node:crypto';

import { assetText } from '../assets.ts';
import type { BrandFile } from '../brands.ts';
import { qrImage } from '../html.ts';
import { type PreviewLook, previewDocument } from './preview-pages.ts';
import { SAMPLE_QR } from './sample-views.ts';

/** The mode of colours that a preview shows, whatever the browser prefers. */
export type PreviewTheme = 'light' | 'dark';

/** A page that needs no other file and runs nothing. */
export interface InlinedPage {
  readonly html: string;
  /** It allows exactly the styles of the page, its images, and a frame of the same origin around it. */
  readonly contentSecurityPolicy: string;
}

/** How an inlined page looks. */
export interface InlinedLook extends PreviewLook {
  /** Undefined: as the browser prefers. */
  readonly theme: PreviewTheme | undefined;
}

/**
 * One page with sample data as a document of its own: for a frame of a page that is not on an issuer's origin. Undefined
 * for an unknown name.
 */
export function inlinedPage(name: string, look: InlinedLook): InlinedPage | undefined {
  const preview = previewDocument(name, look);
  if (preview === undefined) return undefined;
  const { theme } = look;
  const styles: string[] = [];
  const inlined = preview.html
    .replaceAll(/<script[^>]*><\/script>\s*/g, '')
    .replaceAll(/<link rel="icon"[^>]*>\s*/g, '')
    .replaceAll(/<link rel="stylesheet" href="([^"]+)">/g, (_, path: string) => {
      const css = inTheme(preview.files.get(path)?.content.toString() ?? assetText(path), theme);
      styles.push(css);
      return `<style>${css}</style>`;
    })
    .replaceAll(/(src|srcset)="(\/[^"]+)"/g, (_, attribute: string, path: string) => {
      return `${attribute}="${dataUrlOf(preview.files.get(path) ?? sampleQr())}"`;
    });
  const html = inTheme(inlined, theme);
  return { html, contentSecurityPolicy: policyFor(styles) };
}

function policyFor(styles: readonly string[]): string {
  const hashes = styles.map(
    (css) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `style-src ${hashes.join(' ')}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox',
  ].join('; ');
}

/** Our styles and pages depend on the mode by these words alone. */
function inTheme(text: string, theme: PreviewTheme | undefined): string {
  if (theme === undefined) return text;
  return text
    .replaceAll('(prefers-color-scheme: dark)', theme === 'dark' ? 'all' : 'not all')
    .replaceAll('color-scheme: light dark', `color-scheme: ${theme}`)
    .replaceAll('content="light dark"', `content="${theme}"`);
}

function sampleQr(): BrandFile {
  return { type: 'image/svg+xml', content: Buffer.from(qrImage(SAMPLE_QR)) };
}

function dataUrlOf({ type, content }: BrandFile): string {
  return `data:${type};base64,${content.toString('base64')}`;
}
