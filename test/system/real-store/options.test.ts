import { execFile } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '../../../infra/project-root';
import { BINARY_VARIABLE, readOptions } from './options';

const binary = process.execPath;
const given = { [BINARY_VARIABLE]: binary };

test('what is not said is three nodes, ten kills and the first seed', () => {
  expect(readOptions([], given)).toEqual({ binary, nodes: 3, kills: 10, minutes: 6, seed: 1 });
});

test('every option is taken', () => {
  const words = ['--nodes', '1', '--kills', '0', '--minutes', '2', '--seed', '7'];
  expect(readOptions(words, given)).toEqual({ binary, nodes: 1, kills: 0, minutes: 2, seed: 7 });
});

test.each([
  [['--nodes', '2'], '--nodes is 1 or 3'],
  [['--nodes', '0'], '--nodes is a whole number from 1 on'],
  [['--kills=-1'], '--kills is a whole number from 0 on'],
  [['--minutes', '1.5'], '--minutes is a whole number from 1 on'],
  [['--seed', ''], '--seed is a whole number from 1 on'],
  [['--seed', '99999999999999999999'], '--seed is a whole number from 1 on'],
  [['--node', '1'], 'Unknown option'],
])('%j is refused', (words, message) => {
  expect(() => readOptions(words, given)).toThrow(message);
});

test.each([
  ['nothing', undefined, 'EVENTSTORE_BINARY is not set'],
  ['an empty text', '', 'EVENTSTORE_BINARY is not set'],
  ['a file that is not there', '/nowhere/eventstored', 'EVENTSTORE_BINARY names no program'],
  ['a file that nobody may start', __filename, 'EVENTSTORE_BINARY names no program'],
])('without the program, but with %s, it says which variable names it', (_what, value, message) => {
  expect(() => readOptions([], { [BINARY_VARIABLE]: value })).toThrow(message);
});

test('without the program it ends with 1, at once, and names EVENTSTORE_BINARY', async () => {
  const file = path.join(projectRoot(), 'dist', 'test', 'real-store', 'run.js');
  const ended = await new Promise((resolve) => {
    execFile(process.execPath, [file, '--nodes', '1'], { env: {} }, (error, stdout, stderr) =>
      resolve({ code: error?.code, stdout, stderr }),
    );
  });
  expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^EVENTSTORE_BINARY is not set.*\n$/) });
});
