import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

export const isRoot = (): boolean => process.getuid?.() === 0;

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code;

/** Answers the real path. As root, mode 711: the embedded database below runs as another user. Secrets: 600 or 700. */
export function ensureDataDirectory(dataDir: string): string {
  makeDirectory(dataDir);
  const { uid } = fs.statSync(dataDir);
  try {
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    const why =
      uid === process.getuid?.() ? `cannot be used (${wordsOf(error)})` : `belongs to uid ${uid}; start as that user`;
    throw new Error(`the data directory ${dataDir} ${why}, or set another DATA_DIR`, { cause: error });
  }
  return fs.realpathSync(dataDir);
}

function makeDirectory(dataDir: string): void {
  try {
    fs.mkdirSync(path.dirname(path.resolve(dataDir)), { recursive: true });
    fs.mkdirSync(dataDir);
    fs.chmodSync(dataDir, isRoot() ? 0o711 : 0o700);
  } catch (error) {
    if (isDirectory(dataDir)) return;
    throw new Error(`DATA_DIR ${dataDir} cannot be made (${wordsOf(error)})`, { cause: error });
  }
}

const isDirectory = (file: string): boolean => {
  try {
    return fs.statSync(file).isDirectory();
  } catch {
    return false;
  }
};

const wordsOf = (error: unknown): string => (error as Error).message;

export function readIfThere(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Writes a file of mode 600 beside `file`, owned by the data directory's owner; answers its path. */
function writeBeside(file: string, text: string): string {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.new`;
  const descriptor = fs.openSync(temporary, 'wx', 0o600);
  try {
    fs.writeSync(descriptor, text);
    const owner = fs.statSync(path.dirname(file));
    // After a start as root, the directory's owner must still be able to start the service.
    if (isRoot()) fs.fchownSync(descriptor, owner.uid, owner.gid);
    fs.fsyncSync(descriptor);
  } catch (error) {
    fs.unlinkSync(temporary);
    throw new Error(`${file} cannot be written (${wordsOf(error)})`, { cause: error });
  } finally {
    fs.closeSync(descriptor);
  }
  return temporary;
}

export function replaceFile(file: string, text: string): void {
  fs.renameSync(writeBeside(file, text), file);
}

/** Creates a file (mode 600) unless it exists; answers its text, whoever wrote it. */
export function createOnce(file: string, text: string): string {
  const temporary = writeBeside(file, text);
  try {
    // A link fails when the name exists, and never shows a partial file: the first process wins.
    fs.linkSync(temporary, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    fs.unlinkSync(temporary);
  }
  return fs.readFileSync(file, 'utf8');
}

/** Created on first use in `<dataDir>/secrets/<name>` (mode 600); concurrent callers get the same value. */
export function readOrCreateSecret(dataDir: string, name: string, make: () => string): string {
  if (!/^[a-z0-9-]{1,64}$/.test(name)) throw new Error(`not a name for a secret: ${name}`);
  const file = path.join(secretsFolder(dataDir), name);
  return notEmpty(readIfThere(file) ?? createOnce(file, make()), file);
}

export function secretsFolder(dataDir: string): string {
  const directory = ensureDataDirectory(dataDir);
  const folder = path.join(directory, 'secrets');
  if (fs.existsSync(folder)) return folder;
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner = fs.statSync(directory);
  if (isRoot()) fs.lchownSync(folder, owner.uid, owner.gid);
  return folder;
}

function notEmpty(secret: string, file: string): string {
  if (secret === '')
    throw new Error(`the secret in ${file} is empty; restore it, or delete the file to make a new one`);
  return secret;
}
