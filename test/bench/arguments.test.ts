import { FULL, QUICK } from '../../bench/figures';
import { helpOf, readArguments } from '../../bench/support/arguments';

const KNOWN = ['append', 'rebuild', 'webhooks'];
const asked = (...words: readonly string[]) => readArguments(words, KNOWN);

test('runs all benchmarks at full scale without arguments', () => {
  expect(asked()).toEqual({ names: KNOWN, scale: FULL });
});

test.each([
  [['rebuild'], ['rebuild']],
  [
    ['webhooks', 'append'],
    ['append', 'webhooks'],
  ],
  [
    ['--only', 'webhooks,append'],
    ['append', 'webhooks'],
  ],
  [
    ['--only', 'append', '--only', 'append', 'rebuild'],
    ['append', 'rebuild'],
  ],
])('runs the benchmarks named by %j, each once and in their own order', (words, names) => {
  expect(asked(...words)?.names).toEqual(names);
});

test('runs all benchmarks of a group that is named', () => {
  const groups = { stores: ['append', 'rebuild'] };
  expect(readArguments(['--only', 'stores,webhooks'], KNOWN, groups)?.names).toEqual(KNOWN);
  expect(readArguments(['stores'], KNOWN, groups)?.names).toEqual(['append', 'rebuild']);
});

test('takes the small scale with --quick', () => {
  expect(asked('--quick', 'append')).toEqual({ names: ['append'], scale: QUICK });
});

test('sizes the lists by --rows, as a trial', () => {
  expect(asked('--rows', '200000')?.scale).toMatchObject({ isTrial: true, listSizes: { intents: 200_000 } });
});

test.each([[['appends']], [['--only', 'append,nothing']], [['--rows', '7']], [['--fast']]])('refuses %j', (words) => {
  expect(() => asked(...words)).toThrow(/appends|nothing|multiple|--fast/);
});

test('asks for the help text with --help, which names each benchmark and option', () => {
  expect(asked('--help', 'append')).toBeNull();
  for (const word of [...KNOWN, '--only', '--quick', '--rows', '--help']) expect(helpOf(KNOWN)).toContain(word);
});
