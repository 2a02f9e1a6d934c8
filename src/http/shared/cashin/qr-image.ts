import { correction, generate } from 'lean-qr';
import { toPngDataURL } from 'lean-qr/extras/node_export';

const COLOURS = { on: [0, 0, 0], off: [255, 255, 255] } as const;
const PIXELS_PER_MODULE = 4;

/** A PNG as a data URL, drawn here: no other host learns of the payment. */
export const qrImageOf = (brCode: string): string =>
  toPngDataURL(generate(brCode, { minCorrectionLevel: correction.M }), { ...COLOURS, scale: PIXELS_PER_MODULE });
