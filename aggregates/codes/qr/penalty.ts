import type { Canvas } from './canvas';

const [RUN, SQUARE, FINDER, BALANCE] = [3, 3, 40, 10];

/** One dark, three light or dark as of a finder pattern, with four light modules on one side. */
const FINDERS: readonly number[] = [0b10111010000, 0b00001011101];
const FINDER_MODULES = 0b11111111111;

/** Of one row or column, whose modules are `stride` apart. */
const lineOf = (dark: Uint8Array, start: number, stride: number, size: number): number => {
  let [penalty, run, before, window] = [0, 0, -1, 0];
  for (let index = 0; index < size; index += 1) {
    const module = dark[start + index * stride] ?? 0;
    run = module === before ? run + 1 : 1;
    before = module;
    if (run === 5) penalty += RUN;
    else if (run > 5) penalty += 1;
    window = ((window << 1) | module) & FINDER_MODULES;
    if (index >= 10 && FINDERS.includes(window)) penalty += FINDER;
  }
  return penalty;
};

const squaresOf = ({ size, dark }: Canvas): number => {
  let count = 0;
  for (let y = 0; y < size - 1; y += 1) {
    for (let x = 0; x < size - 1; x += 1) {
      const at = y * size + x;
      const module = dark[at];
      if (module === dark[at + 1] && module === dark[at + size] && module === dark[at + size + 1]) count += 1;
    }
  }
  return count;
};

/** How much of it could mislead a reader: the mask with the least is taken (ISO/IEC 18004, section 7.8.3). */
export const penaltyOf = (canvas: Canvas): number => {
  const { size, dark } = canvas;
  let penalty = SQUARE * squaresOf(canvas);
  for (let index = 0; index < size; index += 1) {
    penalty += lineOf(dark, index * size, 1, size) + lineOf(dark, index, size, size);
  }
  const share = (dark.reduce((sum, module) => sum + module, 0) * 20) / (size * size);
  return penalty + BALANCE * Math.floor(Math.abs(share - 10));
};
