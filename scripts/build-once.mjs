// Builds when a source has changed since the last build, so that commands start at once otherwise.
// What the build says goes to stderr: stdout belongs to the command that follows.
import './check-node.cjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folders = ['aggregates', 'bench', 'commands', 'infra', 'packages', 'projections', 'read-models', 'src', 'test'];
const settings = [
  'package-lock.json',
  'scripts/client-types.mjs',
  'scripts/complete-openapi.mjs',
  'scripts/strict-routes.mjs',
  'tsconfig.json',
  'tsoa.json',
];
const stamp = join(root, 'dist', '.built');

const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !/generated|client.dist/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name)),
);
const hash = createHash('sha256');
for (const file of [...files, ...settings.map((name) => join(root, name))].sort()) {
  hash.update(`${file}\n${statSync(file).mtimeMs}\n`);
}
const now = hash.digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== now) {
  const built = spawnSync('npm', ['run', '-s', 'build'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
  writeFileSync(stamp, now);
}
