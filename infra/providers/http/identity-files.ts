import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { TlsIdentity } from './dial';

export interface IdentityFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
  readonly authorityFile?: string | undefined;
}

/** Reads PEM files. Throws an operator's message, which shows none of them. */
export const readIdentity = (where: string, files: IdentityFiles): TlsIdentity => {
  const { certificateFile, keyFile, authorityFile } = files;
  const read = (key: keyof IdentityFiles, path: string): string => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      throw new Error(`${where}: ${key}: ${path} cannot be read`);
    }
  };
  const own = { cert: read('certificateFile', certificateFile), key: read('keyFile', keyFile) };
  const identity = authorityFile === undefined ? own : { ...own, ca: read('authorityFile', authorityFile) };
  try {
    createSecureContext(identity);
  } catch {
    throw new Error(`${where}: certificateFile, keyFile: are no PEM certificate and its key`);
  }
  return identity;
};
