import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

const QUIET = 4;

/** A QR code, black on white with its quiet zone in any colour scheme. */
export function QrCode({ text }: { readonly text: string }) {
  const code = generate(text);
  const size = code.size + 2 * QUIET;
  return (
    <svg className="qr" viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`} role="img">
      <title>QR code for the app</title>
      <rect x={-QUIET} y={-QUIET} width={size} height={size} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  );
}
