import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Lint takes one core for a minute while the tests mostly wait: side by side. Jest is given this program's arguments. */
const succeeds = async (command, words) => {
  const [code] = await once(spawn(command, words, { stdio: 'inherit' }), 'exit');
  return code === 0;
};

const [isClean, isGreen] = await Promise.all([
  succeeds('npm', ['run', '-s', 'lint']),
  succeeds('npx', ['--no-install', 'jest', ...process.argv.slice(2)]),
]);
if (!isClean) console.error('\n*** lint failed: see above ***');
process.exitCode = isClean && isGreen ? 0 : 1;
