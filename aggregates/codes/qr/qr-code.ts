import { type Canvas, drawFormat, emptyCanvas } from './canvas';
import { codewordsOf, versionFor } from './codewords';
import { penaltyOf } from './penalty';

export interface QrCode {
  /** Modules a side, without the margin. */
  readonly size: number;
  /** Row by row; 1 is dark. */
  readonly dark: Uint8Array;
}

/** Each says whether a module of the data is inverted (ISO/IEC 18004, table 10). */
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** In pairs of columns from the right, up and down by turns, around the vertical timing pattern. */
const drawData = ({ size, dark, fixed }: Canvas, codewords: readonly number[]): void => {
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= right === 8 ? 3 : 2) {
    const isUpward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (fixed[y * size + x] === 1) continue;
        const word = codewords[bit >>> 3] ?? 0;
        dark[y * size + x] = (word >>> (7 - (bit & 7))) & 1;
        bit += 1;
      }
    }
  }
};

const masked = ({ size, dark, fixed }: Canvas, mask: number): Canvas => {
  const inverts = MASKS[mask] ?? (() => false);
  const changed = dark.map((module, index) => {
    const isInverted = fixed[index] === 0 && inverts(index % size, Math.floor(index / size));
    return isInverted ? 1 - module : module;
  });
  const canvas = { size, dark: changed, fixed };
  drawFormat(canvas, mask);
  return canvas;
};

/** Of the printable ASCII of a BR Code. Null when it is too long for a code that a phone reads from a screen. */
export const qrCodeOf = (text: string): QrCode | null => {
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const version = versionFor(bytes.length);
  if (version === null) return null;
  const canvas = emptyCanvas(version.number);
  drawData(canvas, codewordsOf(bytes, version));
  const [first, ...others] = MASKS.map((_, mask) => {
    const candidate = masked(canvas, mask);
    return { candidate, penalty: penaltyOf(candidate) };
  });
  if (first === undefined) return null;
  const { candidate } = others.reduce((best, other) => (other.penalty < best.penalty ? other : best), first);
  return { size: candidate.size, dark: candidate.dark };
};
