import { X509Certificate } from 'node:crypto';
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
  const check = (what: string, parse: () => unknown): void => {
    try {
      parse();
    } catch {
      throw new Error(`${where}: ${what}`);
    }
  };
  check('certificateFile, keyFile: are no PEM certificate and its key', () => createSecureContext(own));
  // A secure context ignores a text that is no certificate, and then trusts no bank.
  if ('ca' in identity)
    check(`authorityFile: ${authorityFile} is no PEM certificate`, () => new X509Certificate(identity.ca));
  return identity;
};
