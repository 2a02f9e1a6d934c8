import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TlsIdentity } from '../../infra/providers/http/dial';

const KEY = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];

/** Certificates for 127.0.0.1 of an authority of their own, by their common names. Made by openssl. */
export const issueCertificates = (commonNames: readonly string[]): readonly Required<TlsIdentity>[] => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lastro-test-'));
  const at = (name: string): string => path.join(folder, name);
  const [authority, authorityKey] = [at('ca.pem'), at('ca.key')];
  const make = (commonName: string, [cert, key]: readonly [string, string], words: readonly string[]): void => {
    const told = ['-subj', `/O=Banco de Teste/CN=${commonName}`, '-out', cert, '-keyout', key];
    execFileSync('openssl', ['req', ...KEY, ...told, ...words], { stdio: 'pipe' });
  };
  try {
    make('authority', [authority, authorityKey], []);
    return commonNames.map((commonName) => {
      const [cert, key] = [at('leaf.pem'), at('leaf.key')];
      const signer = ['-CA', authority, '-CAkey', authorityKey, '-addext', 'subjectAltName=IP:127.0.0.1'];
      make(commonName, [cert, key], signer);
      const [certText, keyText, ca] = [cert, key, authority].map((file) => readFileSync(file, 'utf8'));
      return { cert: certText!, key: keyText!, ca: ca! };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
};
