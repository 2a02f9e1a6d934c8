import { filesIn, linesWith as linesIn } from './tidy-files';

/** The folders of these mechanisms. */
const ROOMS = /^(commands|infra|packages\/event-store)\/timing\//;

const files = filesIn(['aggregates', 'commands', 'projections', 'read-models', 'infra', 'packages', 'src']).filter(
  (file) => !ROOMS.test(file),
);

const linesWith = (pattern: RegExp, except: readonly string[] = []): readonly string[] =>
  linesIn(
    pattern,
    files.filter((file) => !except.includes(file)),
  );

test('finds the files and the mechanisms', () => {
  expect(files.length).toBeGreaterThan(400);
  expect(linesWith(/createBell\(/).length).toBeGreaterThan(5);
  expect(linesWith(/createBoundedMap\b/).length).toBeGreaterThan(5);
  expect(linesWith(/inTime\(|atMost\(/).length).toBeGreaterThan(5);
});

describe('each mechanism of time and bounds exists once', () => {
  test('a wait that doubles is a back-off', () => {
    // Widths in bytes and halves of a log double as well and are no waits; a rate of calls is no wait either.
    expect(linesWith(/Ms\b.*\* 2\b|\* 2 \*\*|\*= 2\b|Retry.*\* 2\b/i)).toEqual([]);
  });

  test('a map that forgets its oldest entry is a bounded map', () => {
    expect(linesWith(/\[oldest\]|const oldest of|\.keys\(\)\.next\(\)/)).toEqual([]);
  });

  test('a loop that waits uses a bell', () => {
    expect(linesWith(/^\s*(const|let)?\s*[\w.]+ = resolve;/)).toEqual([]);
  });

  test('a race against a timer is a time limit', () => {
    // The others race two works, without any timer.
    const others = ['infra/projections/live/leader.ts', 'infra/pair/holding/lock-session.ts'];
    expect(
      linesWith(/Promise\.race\(/, [...others, 'infra/projections/live/follow.ts', 'src/bin/programs/demo.ts']),
    ).toEqual([]);
  });

  test('a pause uses node:timers/promises', () => {
    // A browser has no node:timers.
    expect(linesWith(/new Promise.*setTimeout\(/, ['packages/console/parts/frame/patient.ts'])).toEqual([]);
    expect(linesWith(/pause\(.*\.catch\(\(\) => undefined\)/)).toEqual([]);
  });

  test('the clock formats its own time', () => {
    expect(linesWith(/new Date\([\w.]*clock\.now\(\)\)\.toISOString/)).toEqual([]);
  });
});
