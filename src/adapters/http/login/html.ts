import { generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';

/** Markup that is safe to send: every text in it has been escaped. Only `html` makes it. */
export class Html {
  readonly #markup: string;

  constructor(parts: readonly string[], values: readonly Insert[]) {
    this.#markup = parts.reduce((markup, part, at) => markup + written(values[at - 1]) + part);
  }

  toString(): string {
    return this.#markup;
  }
}

/** What a template may hold. Texts are escaped; `undefined` and `false` leave nothing behind. */
export type Insert = string | number | Html | undefined | false | readonly Html[];

/** Template tag for HTML and SVG. Attribute values must stand in double quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly Insert[]): Html {
  return new Html(parts, values);
}

function written(value: Insert): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
  if (typeof value === 'number' || value instanceof Html) return String(value);
  return value.join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A QR code as an SVG document: black on white with its quiet zone, for pages without a script. */
export function qrImage(text: string): string {
  return toSvgSource(generate(text), { on: 'black', off: 'white', scale: 6 });
}
