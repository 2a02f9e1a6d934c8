import { execFileSync } from 'node:child_process';

const CALL = `import('./scripts/plain-words.mjs').then(({ findBeginnings }) =>
  console.log(JSON.stringify(JSON.parse(process.argv[1]).map(([file, text]) => findBeginnings(file, text)))))`;

/** A process for all rows: its start takes most of the time. */
const beginningsIn = (pages: readonly (readonly [file: string, text: string])[]): unknown =>
  JSON.parse(execFileSync(process.execPath, ['-e', CALL, JSON.stringify(pages)], { encoding: 'utf8' }));

const NEVER = ['It waits', 'What the bank says.', 'Of Asaas: none.', 'Nobody is asked.'] as const;
const [WAITS, SAYS, NONE, ASKED] = NEVER;

test('finds beginnings of docstrings, later sentences, comments, titles and headings alone', () => {
  const found = beginningsIn([
    ['src/a.ts', `/** ${SAYS} */`],
    ['src/b.ts', `\n/**\n * A bank. ${NONE}\n */`],
    ['src/c.ts', `go();\n  // ${ASKED}`],
    ['test/d.test.ts', `test('${WAITS}', run);`],
    ['docs/e.md', `## ${WAITS}`],
    ['docs/f.md', `\`\`\`sh\n# ${WAITS}\n\`\`\``],
    ['src/g.ts', '/** The bank says. Whatsoever. */'],
  ]);
  expect(found).toEqual([
    [`src/a.ts:1: ${SAYS}`],
    [`src/b.ts:2: ${NONE}`],
    [`src/c.ts:2: ${ASKED}`],
    [`test/d.test.ts:1: ${WAITS}`],
    [`docs/e.md:1: ${WAITS}`],
    [],
    [],
  ]);
});
