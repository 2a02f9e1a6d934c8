/** Powers of 2 in the field of 256 elements with the polynomial 0x11d (ISO/IEC 18004, section 7.5), twice around. */
const POWERS: readonly number[] = (() => {
  const powers = [1];
  while (powers.length < 510) {
    const next = (powers.at(-1) ?? 0) << 1;
    powers.push(next > 255 ? next ^ 0x11d : next);
  }
  return powers;
})();

const LOGARITHMS: readonly number[] = Array.from({ length: 256 }, (_, value) => POWERS.indexOf(value));

const multiply = (left: number, right: number): number =>
  left === 0 || right === 0 ? 0 : (POWERS[(LOGARITHMS[left] ?? 0) + (LOGARITHMS[right] ?? 0)] ?? 0);

/** Coefficients without the leading 1, the highest power first. */
const generatorOf = (degree: number): readonly number[] => {
  const result = Array<number>(degree).fill(0);
  result[degree - 1] = 1;
  let root = 1;
  for (let step = 0; step < degree; step += 1) {
    for (let index = 0; index < degree; index += 1) {
      result[index] = multiply(result[index] ?? 0, root) ^ (result[index + 1] ?? 0);
    }
    root = multiply(root, 2);
  }
  return result;
};

/** The codewords that let a reader mend the data. */
export const correctionOf = (data: readonly number[], degree: number): readonly number[] => {
  const generator = generatorOf(degree);
  const remainder = Array<number>(degree).fill(0);
  for (const byte of data) {
    const factor = byte ^ (remainder.shift() ?? 0);
    remainder.push(0);
    for (const [index, coefficient] of generator.entries()) {
      remainder[index] = (remainder[index] ?? 0) ^ multiply(coefficient, factor);
    }
  }
  return remainder;
};
