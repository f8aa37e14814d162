import { generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';

/** A QR code as an SVG document: black on white with its quiet zone, for pages without a script. */
export function qrImage(text: string): string {
  return toSvgSource(generate(text), { on: 'black', off: 'white', scale: 6 });
}
