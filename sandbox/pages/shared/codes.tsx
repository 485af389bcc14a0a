/** Codes for cameras: always dark on white, also in dark mode. */
import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { barcodeOf, interleaved } from 'payment-gateway-core/codes';
import { say } from './locale.js';

export function QrCode({ contents }: { contents: string }) {
  const code = generate(contents);
  const size = code.size + 8;
  const label = say('QR code do Pix', 'QR code of the Pix');
  return (
    <svg class="qr" viewBox={`-4 -4 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect x="-4" y="-4" width={size} height={size} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  );
}

const QUIET = 10;

export function Barcode({ line }: { line: string }) {
  let at = QUIET;
  let path = '';
  for (const [index, width] of interleaved(barcodeOf(line)).entries()) {
    if (index % 2 === 0) path += `M${at} 0h${width}v60h-${width}z`;
    at += width;
  }
  const width = at + QUIET;
  const label = say('Código de barras do boleto', 'Barcode of the boleto');
  return (
    <svg class="bars" viewBox={`0 -6 ${width} 72`} role="img" aria-label={label} preserveAspectRatio="none">
      <rect x="0" y="-6" width={width} height="72" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
