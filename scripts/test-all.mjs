// Runs every tier, the laws with 1,000 runs and the demo on other lines of Node, one after the other. A part that fails
// does not stop the others.
import { spawnSync } from 'node:child_process';

const PARTS = [
  ['npm', 'test'],
  ['npm', 'run', '-s', 'test:integration'],
  ['npm', 'run', '-s', 'test:system'],
  ['npm', 'run', '-s', 'test:laws'],
  ['npm', 'run', '-s', 'test:nodes', '--', '--demo', '22', '24', '26'],
];

const lines = PARTS.map(([program, ...words]) => {
  const start = performance.now();
  const { status } = spawnSync(program, words, { stdio: 'inherit', shell: process.platform === 'win32' });
  const minutes = ((performance.now() - start) / 60_000).toFixed(1);
  return {
    isGreen: status === 0,
    text: `${[program, ...words].join(' ')}: ${status === 0 ? 'passed' : 'FAILED'}, ${minutes} min`,
  };
});
console.log(`\n${lines.map(({ text }) => text).join('\n')}`);
process.exitCode = lines.every(({ isGreen }) => isGreen) ? 0 : 1;
