import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..');
/** Their own rooms, where each of these mechanisms is once. */
const ROOMS = /^(commands|infra)\/timing\//;

const files = ['aggregates', 'commands', 'projections', 'read-models', 'infra', 'src']
  .flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/'))),
  )
  .filter((file) => file.endsWith('.ts') && !file.includes('/generated/') && !ROOMS.test(file));

/** Lines of code, without comments. */
const linesWith = (pattern: RegExp, except: readonly string[] = []): readonly string[] =>
  files
    .filter((file) => !except.includes(file))
    .flatMap((file) =>
      fs
        .readFileSync(path.join(ROOT, file), 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line) && pattern.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );

test('there is something to look at', () => {
  expect(files.length).toBeGreaterThan(400);
  expect(linesWith(/createBell\(/).length).toBeGreaterThan(5);
  expect(linesWith(/createBoundedMap\b/).length).toBeGreaterThan(5);
  expect(linesWith(/inTime\(|atMost\(/).length).toBeGreaterThan(5);
});

describe('C4: each mechanism of time and bounds is written once', () => {
  test('waits that double are of the back-off', () => {
    // Widths in bytes and halves of a log double as well, and are no waits; a rate of calls is one of calls.
    expect(linesWith(/Ms\b.*\* 2\b|\* 2 \*\*|\*= 2\b|Retry.*\* 2\b/i)).toEqual([]);
  });

  test('maps that forget their oldest are bounded maps', () => {
    expect(linesWith(/\[oldest\]|const oldest of|\.keys\(\)\.next\(\)/)).toEqual([]);
  });

  test('what ends the wait of a loop is a bell', () => {
    expect(linesWith(/^\s*(const|let)?\s*[\w.]+ = resolve;/)).toEqual([]);
  });

  test('a race against a timer is a time limit', () => {
    // The others race two works, without any timer.
    const others = [
      'infra/event-store/server-process.ts',
      'infra/projections/live/leader.ts',
      'infra/pair/holding/lock-session.ts',
    ];
    expect(linesWith(/Promise\.race\(/, [...others, 'infra/projections/live/follow.ts', 'src/bin/demo.ts'])).toEqual(
      [],
    );
  });

  test('a pause by hand is that of node:timers/promises', () => {
    expect(linesWith(/new Promise.*setTimeout\(/)).toEqual([]);
    expect(linesWith(/pause\(.*\.catch\(\(\) => undefined\)/)).toEqual([]);
  });

  test('the clock says the time as text by itself', () => {
    expect(linesWith(/new Date\([\w.]*clock\.now\(\)\)\.toISOString/)).toEqual([]);
  });
});
