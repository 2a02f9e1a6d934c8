const POLYNOMIAL = 0x1021;
const BITS = [0, 1, 2, 3, 4, 5, 6, 7];

const shifted = (register: number): number => ((register << 1) ^ (register & 0x8000 ? POLYNOMIAL : 0)) & 0xffff;

/** CRC-16/CCITT-FALSE of ASCII text as four upper-case hex digits. */
export const crc16 = (text: string): string =>
  Array.from(text)
    .reduce((register, character) => BITS.reduce(shifted, register ^ ((character.charCodeAt(0) & 0xff) << 8)), 0xffff)
    .toString(16)
    .toUpperCase()
    .padStart(4, '0');
