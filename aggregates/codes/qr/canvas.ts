/** 1 is dark. Modules that are fixed carry no data and are never masked. */
export interface Canvas {
  readonly size: number;
  readonly dark: Uint8Array;
  readonly fixed: Uint8Array;
}

const fix = ({ size, dark, fixed }: Canvas, x: number, y: number, isDark: boolean): void => {
  if (x < 0 || y < 0 || x >= size || y >= size) return;
  dark[y * size + x] = isDark ? 1 : 0;
  fixed[y * size + x] = 1;
};

/** Rings around a centre; `light` are the radii that are light. */
const drawRings = (canvas: Canvas, [centreX, centreY]: readonly [number, number], radius: number, light: number[]) => {
  for (let dy = -radius; dy <= radius; dy += 1) {
    for (let dx = -radius; dx <= radius; dx += 1) {
      fix(canvas, centreX + dx, centreY + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  }
};

const alignmentsOf = (number: number, size: number): readonly number[] => {
  if (number === 1) return [];
  const count = Math.floor(number / 7) + 2;
  const step = Math.ceil((number * 4 + 4) / (count * 2 - 2)) * 2;
  const rest = Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step).reverse();
  return [6, ...rest];
};

const drawAlignments = (canvas: Canvas, number: number): void => {
  const places = alignmentsOf(number, canvas.size);
  const last = places.length - 1;
  for (const [row, y] of places.entries()) {
    for (const [column, x] of places.entries()) {
      const isFinder = (row === 0 && (column === 0 || column === last)) || (row === last && column === 0);
      if (!isFinder) drawRings(canvas, [x, y], 2, [1]);
    }
  }
};

/** What remains of a binary division; protects the format and the version. */
const remainderOf = (value: number, divisor: number, degree: number): number => {
  let remainder = value;
  for (let step = 0; step < degree; step += 1) remainder = (remainder << 1) ^ ((remainder >>> (degree - 1)) * divisor);
  return remainder;
};

const drawVersion = (canvas: Canvas, number: number): void => {
  if (number < 7) return;
  const bits = (number << 12) | remainderOf(number, 0x1f25, 12);
  for (let index = 0; index < 18; index += 1) {
    const [far, near] = [canvas.size - 11 + (index % 3), Math.floor(index / 3)];
    fix(canvas, far, near, ((bits >>> index) & 1) === 1);
    fix(canvas, near, far, ((bits >>> index) & 1) === 1);
  }
};

/** Level M is 0 in the format's own numbering. */
export const drawFormat = (canvas: Canvas, mask: number): void => {
  const { size } = canvas;
  const bits = ((mask << 10) | remainderOf(mask, 0x537, 10)) ^ 0x5412;
  const isDark = (index: number): boolean => ((bits >>> index) & 1) === 1;
  for (let index = 0; index < 15; index += 1) {
    const near = index < 6 ? index : index + 1;
    if (index < 8) fix(canvas, 8, near, isDark(index));
    else fix(canvas, index === 8 ? 7 : 14 - index, 8, isDark(index));
    if (index < 8) fix(canvas, size - 1 - index, 8, isDark(index));
    else fix(canvas, 8, size - 15 + index, isDark(index));
  }
  fix(canvas, 8, size - 8, true);
};

/** Everything but the data, with the format's modules kept free. */
export const emptyCanvas = (number: number): Canvas => {
  const size = 17 + 4 * number;
  const canvas = { size, dark: new Uint8Array(size * size), fixed: new Uint8Array(size * size) };
  for (let index = 0; index < size; index += 1) {
    fix(canvas, 6, index, index % 2 === 0);
    fix(canvas, index, 6, index % 2 === 0);
  }
  for (const centre of [[3, 3] as const, [size - 4, 3] as const, [3, size - 4] as const]) {
    drawRings(canvas, centre, 4, [2, 4]);
  }
  drawAlignments(canvas, number);
  drawFormat(canvas, 0);
  drawVersion(canvas, number);
  return canvas;
};
