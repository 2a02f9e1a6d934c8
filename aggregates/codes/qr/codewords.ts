import { correctionOf } from './reed-solomon';

/** A size of the symbol: 17 + 4 x number modules a side. Of correction level M, which mends 15 %. */
export interface Version {
  readonly number: number;
  readonly dataCodewords: number;
  readonly blocks: number;
  readonly correctionPerBlock: number;
}

/** Of versions 1 to 20, which hold 666 bytes: more than the longest BR Code (ISO/IEC 18004, table 9). */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];

/** Modules that carry data: all but the patterns, the format and the version. */
const rawModules = (number: number): number => {
  const all = (16 * number + 128) * number + 64;
  if (number < 2) return all;
  const alignments = Math.floor(number / 7) + 2;
  const withoutAlignment = all - ((25 * alignments - 10) * alignments - 55);
  return number < 7 ? withoutAlignment : withoutAlignment - 36;
};

const VERSIONS: readonly Version[] = CORRECTION.map((correctionPerBlock, index) => {
  const [number, blocks] = [index + 1, BLOCKS[index] ?? 1];
  const dataCodewords = Math.floor(rawModules(number) / 8) - blocks * correctionPerBlock;
  return { number, dataCodewords, blocks, correctionPerBlock };
});

const MODE_BITS = 4;
const lengthBitsOf = ({ number }: Version): number => (number < 10 ? 8 : 16);

/** The smallest that holds so many bytes; null when none does. */
export const versionFor = (bytes: number): Version | null =>
  VERSIONS.find((version) => MODE_BITS + lengthBitsOf(version) + bytes * 8 <= version.dataCodewords * 8) ?? null;

const bitsOf = (value: number, length: number): readonly number[] =>
  Array.from({ length }, (_, index) => (value >>> (length - 1 - index)) & 1);

const BYTE_MODE = 4;

/** Mode, length, bytes, the terminator, and what fills the rest. */
const dataOf = (bytes: Uint8Array, version: Version): readonly number[] => {
  const bits = [...bitsOf(BYTE_MODE, MODE_BITS), ...bitsOf(bytes.length, lengthBitsOf(version))];
  for (const byte of bytes) bits.push(...bitsOf(byte, 8));
  const capacity = version.dataCodewords * 8;
  bits.push(...Array<number>(Math.min(4, capacity - bits.length)).fill(0));
  bits.push(...Array<number>((8 - (bits.length % 8)) % 8).fill(0));
  const words = Array.from({ length: bits.length / 8 }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((word, bit) => (word << 1) | bit, 0),
  );
  for (let filler = 0xec; words.length < version.dataCodewords; filler ^= 0xec ^ 0x11) words.push(filler);
  return words;
};

const interleaved = (blocks: readonly (readonly number[])[]): readonly number[] => {
  const longest = Math.max(...blocks.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => blocks.flatMap((block) => block.slice(index, index + 1))).flat();
};

/** The first blocks are one shorter where the data do not divide evenly. */
const blocksOf = (data: readonly number[], { blocks }: Version): readonly (readonly number[])[] => {
  const shorter = Math.floor(data.length / blocks);
  const longer = data.length % blocks;
  let start = 0;
  return Array.from({ length: blocks }, (_, index) => {
    const end = start + shorter + (index < blocks - longer ? 0 : 1);
    const block = data.slice(start, end);
    start = end;
    return block;
  });
};

export const codewordsOf = (bytes: Uint8Array, version: Version): readonly number[] => {
  const blocks = blocksOf(dataOf(bytes, version), version);
  const corrections = blocks.map((block) => correctionOf(block, version.correctionPerBlock));
  return [...interleaved(blocks), ...interleaved(corrections)];
};
