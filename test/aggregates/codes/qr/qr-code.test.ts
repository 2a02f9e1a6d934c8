import { qrCodeOf } from '../../../../aggregates/codes/qr/qr-code';

/** `lastro` in version 1, level M, as an encoder by others draws it. */
const LASTRO = [
  '#######..##.#.#######',
  '#.....#..#..#.#.....#',
  '#.###.#.###...#.###.#',
  '#.###.#.#####.#.###.#',
  '#.###.#.#####.#.###.#',
  '#.....#.###.#.#.....#',
  '#######.#.#.#.#######',
  '........#####........',
  '#.#####..##.#.#####..',
  '.###.#.##...#..#..#.#',
  '##.#.##.##.#.#..####.',
  '###..#.####....####..',
  '.#..#.##.#.#.#..##.##',
  '........#..#####..#.#',
  '#######..#..#.##.#.#.',
  '#.....#.#.#####.###.#',
  '#.###.#.###.#...##.#.',
  '#.###.#.###.#..####..',
  '#.###.#.#..#.#....#..',
  '#.....#...#....####..',
  '#######.#.##.#.#.#.#.',
];

const drawn = (text: string): readonly string[] => {
  const qr = qrCodeOf(text);
  if (qr === null) return [];
  const rows = Array.from({ length: qr.size }, (_, row) => qr.dark.subarray(row * qr.size, (row + 1) * qr.size));
  return rows.map((row) => [...row].map((module) => (module === 1 ? '#' : '.')).join(''));
};

test('a text is drawn as others draw it', () => expect(drawn('lastro')).toEqual(LASTRO));

test('the longest BR Code has a picture, in the smallest size that holds it', () => {
  expect([14, 15, 512].map((length) => drawn('x'.repeat(length)).length)).toEqual([21, 25, 89]);
  expect(qrCodeOf('x'.repeat(667))).toBeNull();
});

test('the patterns that a reader looks for are in three corners of every size', () => {
  for (let length = 1; length <= 666; length += 35) {
    const rows = drawn('y'.repeat(length));
    const [first, last] = [rows[0] ?? '', rows.at(-1) ?? ''];
    expect([first.slice(0, 8), first.slice(-8), last.slice(0, 8)]).toEqual(['#######.', '.#######', '#######.']);
  }
});
