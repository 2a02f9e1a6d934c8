import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { childEnvironment } from '../../infra/child-environment';

const ROOT = path.join(__dirname, '..', '..');
/** Functions that start a process or a thread; files call their promise of `execFile` `run`. */
const STARTERS = new Set([
  'spawn',
  'spawnSync',
  'fork',
  'exec',
  'execSync',
  'execFile',
  'execFileSync',
  'run',
  'Worker',
]);

const startingFiles = (): readonly string[] =>
  ['infra', 'src', 'commands']
    .flatMap((folder) =>
      fs
        .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => path.join(folder, name)),
    )
    .filter((file) => file.endsWith('.ts'))
    .filter((file) =>
      /from 'node:(child_process|worker_threads)'/.test(fs.readFileSync(path.join(ROOT, file), 'utf8')),
    );

/** The functions in which something is started, as text. */
const startsIn = (file: string): readonly string[] => {
  const source = ts.createSourceFile(
    file,
    fs.readFileSync(path.join(ROOT, file), 'utf8'),
    ts.ScriptTarget.ES2022,
    true,
  );
  const found: string[] = [];
  const visit = (node: ts.Node, within: ts.Node): void => {
    const called = ts.isCallExpression(node) || ts.isNewExpression(node) ? node.expression.getText() : '';
    if (STARTERS.has(called)) found.push(`${file}: ${within.getText()}`);
    const inner = ts.isFunctionLike(node) ? node : within;
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(source, source);
  return found;
};

test('gives a child process the path of programs, but no other variable', () => {
  process.env['B11_SECRET'] = 'secret';
  expect(childEnvironment()).toEqual({ PATH: process.env['PATH'] });
  delete process.env['B11_SECRET'];
});

test('names the environment at every start of a process or a thread', () => {
  const starts = startingFiles().flatMap(startsIn);
  expect(starts.length).toBeGreaterThanOrEqual(8);
  expect(starts.filter((text) => !/\benv: /.test(text))).toEqual([]);
});
