import { execFileSync } from 'node:child_process';

const CALL = `import('./scripts/plain-words.mjs').then(({ findBeginnings }) =>
  console.log(JSON.stringify(findBeginnings(...JSON.parse(process.argv[1])))))`;

const findBeginnings = (file: string, text: string): unknown =>
  JSON.parse(execFileSync(process.execPath, ['-e', CALL, JSON.stringify([file, text])], { encoding: 'utf8' }));

test.each([
  ['a docstring', { file: 'src/a.ts', page: '/** @ */', sentence: 'What the bank says.', line: 1 }],
  ['a later sentence', { file: 'src/a.ts', page: '\n/**\n * A bank. @\n */', sentence: 'Of Asaas: none.', line: 2 }],
  ['a comment of a line', { file: 'src/a.ts', page: 'go();\n  // @', sentence: 'Nobody is asked.', line: 2 }],
  ['a title', { file: 'test/a.test.ts', page: "test('@', run);", sentence: 'it waits', line: 1 }],
  ['a heading', { file: 'docs/a.md', page: '## @', sentence: 'What it costs', line: 1 }],
])('finds the beginning of %s', (_name, { file, page, sentence, line }) =>
  expect(findBeginnings(file, page.replace('@', sentence))).toEqual([`${file}:${line}: ${sentence}`]));

test.each([
  ['a comment in a block of a page', 'docs/a.md', '```sh\n# @\n```'.replace('@', 'It waits')],
  ['a longer word', 'src/a.ts', '/** The bank says. @ */'.replace('@', 'Whatsoever.')],
])('leaves %s', (_name, file, page) => expect(findBeginnings(file, page)).toEqual([]));
