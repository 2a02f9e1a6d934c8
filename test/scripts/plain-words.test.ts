import { execFileSync } from 'node:child_process';

const CALL = `import('./scripts/plain-words.mjs').then(({ findBeginnings }) =>
  console.log(JSON.stringify(findBeginnings(...JSON.parse(process.argv[1])))))`;

const findBeginnings = (file: string, text: string): unknown =>
  JSON.parse(execFileSync(process.execPath, ['-e', CALL, JSON.stringify([file, text])], { encoding: 'utf8' }));

test.each([
  ['a docstring', 'src/a.ts', '/** @ */', 'What the bank says.', 1],
  ['a later sentence', 'src/a.ts', '\n/**\n * A bank. @\n */', 'Of Asaas: none.', 2],
  ['a comment of a line', 'src/a.ts', 'go();\n  // @', 'Nobody is asked.', 2],
  ['a title', 'test/a.test.ts', "test('@', run);", 'it waits', 1],
  ['a heading', 'docs/a.md', '## @', 'What it costs', 1],
])('finds the beginning of %s', (_name, file, page, sentence, line) =>
  expect(findBeginnings(file, page.replace('@', sentence))).toEqual([`${file}:${line}: ${sentence}`]));

test.each([
  ['a comment in a block of a page', 'docs/a.md', '```sh\n# @\n```', 'It waits'],
  ['a longer word', 'src/a.ts', '/** The bank says. @ */', 'Whatsoever.'],
])('leaves %s', (_name, file, page, sentence) => expect(findBeginnings(file, page.replace('@', sentence))).toEqual([]));
