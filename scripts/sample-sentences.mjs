// Draws 40 sentences of the repository by a seed: node scripts/sample-sentences.mjs --seed 7
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const EACH = 10;
const GENERATED = /generated|package-lock|openapi\.json|bench\/results/;

const filesOf = (...patterns) =>
  execFileSync('git', ['ls-files', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !GENERATED.test(file));

const matchesIn = (files, expression) =>
  files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(expression)].map((match) => ({
      file,
      text: match.slice(1).findLast((group) => group !== undefined),
    })),
  );

const sentencesOf = (text) =>
  text
    .replace(/@(?:param|throws|returns)[\s\S]*/, '')
    .replace(/^\s*\*? ?/gm, '')
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?]) (?=[A-Z`])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.split(' ').length >= 4);

const eachSentence = (found) =>
  found.flatMap(({ file, text }) => sentencesOf(text).map((one) => ({ file, text: one })));

const isSentence = ({ text }) => text.split(' ').length >= 4;

const isProse = ({ text }) => !/^[|#>`-]|https?:|[{}<>]/.test(text);

const pagesWithoutCode = () =>
  filesOf('*.md').map((file) => ({
    file,
    text: readFileSync(file, 'utf8')
      .replace(/^```.*?^```$/gms, '')
      .replace(/^[|#].*$/gm, '\n'),
  }));

const sentencesOfPages = () =>
  pagesWithoutCode().flatMap(({ file, text }) =>
    text.split(/\n\s*\n|^- /m).flatMap((one) => eachSentence([{ file, text: one }])),
  );

const SOURCES = ['src/*.ts', 'commands/*.ts', 'aggregates/*.ts', 'infra/*.ts', 'projections/*.ts', 'read-models/*.ts'];

const TITLE = /\b(?<kind>it|test|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['"`])(?<text>(?:(?!\2).)+)\2/g;

/** A title is read behind the name of its describe. */
const titlesIn = (file) => {
  let unit = '';
  return [...readFileSync(file, 'utf8').matchAll(TITLE)].flatMap(({ groups: { kind, text } }) => {
    if (kind === 'describe') unit = `${text}: `;
    return kind === 'describe' ? [] : [{ file, text: `${unit}${text}` }];
  });
};

const GROUPS = {
  comments: () => eachSentence(matchesIn(filesOf(...SOURCES), /\/\*\*([\s\S]*?)\*\/|^\s*\/\/ (.*)$/gm)),
  titles: () => filesOf('test/*.ts').flatMap(titlesIn).filter(isSentence),
  pages: () => sentencesOfPages().filter(isProse),
  messages: () =>
    matchesIn(
      filesOf(...SOURCES),
      /(?:Error|rejection|refusal|refuse|warn|error|alert|description)\((?:'[A-Z_]+', )?(?:[^'`()]{0,60}?)(['`])([A-Z](?:(?!\1).){15,})\1/g,
    ).filter(isSentence),
};

/** Park and Miller's generator: the same seed draws the same sentences. */
const numbersOf = (seed) => {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

const drawn = (all, next) => {
  const left = [...all];
  return Array.from({ length: Math.min(EACH, left.length) }, () => left.splice(Math.floor(next() * left.length), 1)[0]);
};

const seed = Number(process.argv[process.argv.indexOf('--seed') + 1]);
if (!Number.isSafeInteger(seed) || seed < 1) {
  process.stderr.write('Name a seed: node scripts/sample-sentences.mjs --seed 7\n');
  process.exit(1);
}
const next = numbersOf(seed);
for (const [group, all] of Object.entries(GROUPS)) {
  process.stdout.write(`\n${group}\n`);
  for (const { file, text } of drawn(all(), next)) process.stdout.write(`  ${text}\n    ${file}\n`);
}
