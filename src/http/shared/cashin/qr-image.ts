import { deflateSync } from 'node:zlib';
import { type QrCode, qrCodeOf } from '../../../../aggregates/codes/qr/qr-code';

const MARGIN = 4;
const PIXELS_PER_MODULE = 4;

/** A PNG as a data URL, made here: no other host learns who pays what. Null when the code is too long for a picture. */
export const qrImageOf = (brCode: string): string | null => {
  const qr = qrCodeOf(brCode);
  return qr === null ? null : `data:image/png;base64,${pngOf(qr).toString('base64')}`;
};

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** One bit a pixel: 0 is black. */
const pngOf = (qr: QrCode): Buffer => {
  const side = (qr.size + 2 * MARGIN) * PIXELS_PER_MODULE;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixelsOf(qr, side))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** Each row begins with its filter: none. */
const pixelsOf = (qr: QrCode, side: number): Buffer => {
  const light = Buffer.alloc(1 + Math.ceil(side / 8), 0xff).fill(0, 0, 1);
  const margin = Array<Buffer>(MARGIN * PIXELS_PER_MODULE).fill(light);
  const rows = Array.from({ length: qr.size }, (_, row) =>
    Array<Buffer>(PIXELS_PER_MODULE).fill(rowOf(qr, row, light)),
  );
  return Buffer.concat([...margin, ...rows.flat(), ...margin]);
};

const rowOf = ({ size, dark }: QrCode, row: number, light: Buffer): Buffer => {
  const pixels = Buffer.from(light);
  for (let column = 0; column < size; column += 1) {
    if (dark[row * size + column] !== 1) continue;
    const first = (column + MARGIN) * PIXELS_PER_MODULE;
    for (let pixel = first; pixel < first + PIXELS_PER_MODULE; pixel += 1) {
      const at = 1 + (pixel >>> 3);
      pixels[at] = (pixels[at] ?? 0) & ~(0x80 >>> (pixel & 7));
    }
  }
  return pixels;
};

const chunk = (type: string, data: Buffer): Buffer => {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(content.length + 8);
  framed.writeUInt32BE(data.length, 0);
  content.copy(framed, 4);
  framed.writeUInt32BE(crc32(content), content.length + 4);
  return framed;
};

/** Node 20 has none of its own. */
const crc32 = (bytes: Buffer): number => {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return (crc ^ 0xffffffff) >>> 0;
};
