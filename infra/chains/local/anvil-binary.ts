import { accessSync, chmodSync, constants, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** npm packages with anvil's executable, one per system. */
const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@foundry-rs/anvil-linux-amd64',
  'linux-arm64': '@foundry-rs/anvil-linux-arm64',
  'darwin-x64': '@foundry-rs/anvil-darwin-amd64',
  'darwin-arm64': '@foundry-rs/anvil-darwin-arm64',
};

export interface AnvilBinary {
  readonly path: string;
  readonly discard: () => void;
}

const resolveFrom = (folder: string, name: string): string | null => {
  try {
    return createRequire(join(folder, 'package.json')).resolve(`${name}/bin/anvil`);
  } catch {
    return null;
  }
};

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const makeExecutable = (path: string): boolean => {
  try {
    chmodSync(path, 0o755);
    return isExecutable(path);
  } catch {
    // Another user's file or a read-only folder: the caller runs a copy.
    return false;
  }
};

const runnableCopy = (path: string): AnvilBinary => {
  const folder = mkdtempSync(join(tmpdir(), 'lastro-anvil-'));
  const copy = join(folder, 'anvil');
  copyFileSync(path, copy);
  chmodSync(copy, 0o755);
  return { path: copy, discard: () => rmSync(folder, { recursive: true, force: true }) };
};

/** npm may drop the execute bit, and the folder may not be writable. */
export const runnable = (path: string): AnvilBinary =>
  isExecutable(path) || makeExecutable(path) ? { path, discard: () => undefined } : runnableCopy(path);

/** Searches the project's packages, then `toolsDirectory`. Throws with installation advice when anvil is missing. */
export const findAnvil = (
  toolsDirectory = '.data/tools',
  system = `${process.platform}-${process.arch}`,
): AnvilBinary => {
  const name = PACKAGES[system];
  if (name === undefined) throw new Error(`The local EVM chain (anvil) does not exist for ${system}`);
  const path = resolveFrom(__dirname, name) ?? resolveFrom(join(process.cwd(), toolsDirectory), name);
  if (path !== null) return runnable(path);
  throw new Error(
    `The local EVM chain (anvil) is not installed. Run: npm install --prefix ${toolsDirectory} ${name}@1.7.1`,
  );
};
