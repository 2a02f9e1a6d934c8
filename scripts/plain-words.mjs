// Lists comments, titles of tests and headings of pages that begin with a word of WORDS. A reader needs the subject first.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const WORDS = /^(Who|What|Whoever|Whatever|Whether|Nobody|Somebody|Nothing|It|One|That|Of)\b/i;
const TITLE = /(?:\b(?:it|test|describe)(?:\.\w+)*\(\s*|[\])}]\)\(\s*|\btitle: )(['"`])(?<text>(?:(?!\1)[^\n])+)\1/g;
const COMMENT = /\/\*\*?(?<block>[\s\S]*?)\*\/|^\s*\/\/ (?<line>.*)$/gm;
const HEADING = /^#+ (?<text>.*)$/gm;

const filesOf = (...patterns) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !file.includes('/generated/'));

const titlesIn = (text) => [...text.matchAll(TITLE)].map(({ index, groups }) => ({ index, sentence: groups.text }));

const withoutBlocks = (page) => page.replaceAll(/^```.*?^```$/gms, (block) => block.replaceAll(/[^\n]/g, ''));

const headingsIn = (text) =>
  [...withoutBlocks(text).matchAll(HEADING)].map(({ index, groups }) => ({ index, sentence: groups.text }));

const commentsIn = (text) =>
  [...text.matchAll(COMMENT)].flatMap(({ index, groups }) =>
    (groups.block ?? groups.line)
      .replaceAll(/(^|\n)\s*\*? ?/g, ' ')
      .trim()
      .split(/(?<=[.;:!?]) (?=[A-Z])/)
      .filter((sentence) => /^[A-Z]/.test(sentence))
      .map((sentence) => ({ index, sentence })),
  );

const isTest = (file) => /^(test|examples)\//.test(file);

const sentencesIn = (file, text) => {
  if (file.endsWith('.md')) return headingsIn(text);
  return isTest(file) ? [...titlesIn(text), ...commentsIn(text)] : commentsIn(text);
};

const lineOf = (text, index) => text.slice(0, index).split('\n').length;

/** Lines of the form `path:line: sentence`. */
export const findBeginnings = (file, text) =>
  sentencesIn(file, text)
    .filter(({ sentence }) => WORDS.test(sentence))
    .map(({ index, sentence }) => `${file}:${lineOf(text, index)}: ${sentence}`);

if (process.argv[1] === import.meta.filename) {
  const files = filesOf('*.ts', '*.tsx', '*.mjs', '*.cjs', '*.css', '*.md');
  const found = files.flatMap((file) => findBeginnings(file, readFileSync(file, 'utf8')));
  if (found.length > 0) {
    process.stderr.write(`${found.join('\n')}\n\nName the subject first: ${found.length} sentences do not.\n`);
    process.exitCode = 1;
  }
}
