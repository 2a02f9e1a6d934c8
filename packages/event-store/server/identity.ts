import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createIdentity } from './certificate';

/** The server's certificate, and the user that may call it. */
export interface ServerIdentity {
  readonly user: string;
  readonly password: string;
  /** PEM. */
  readonly certificate: string;
  readonly privateKey: string;
  /** For a client's `tlsCAFile`. */
  readonly certificateFile: string;
}

const USER = 'lastro';
const PRIVATE = { mode: 0o600 };

const readOrMake = (file: string, make: () => string): string => {
  if (!fs.existsSync(file)) fs.writeFileSync(file, make(), PRIVATE);
  return fs.readFileSync(file, 'utf8');
};

/** Kept in the directory and made if missing: a password, and a certificate for localhost. */
export const readIdentity = (directory: string): ServerIdentity => {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  const [certificateFile, keyFile, passwordFile] = ['certificate.pem', 'key.pem', 'password'].map((name) =>
    path.resolve(directory, name),
  ) as [string, string, string];
  if (!fs.existsSync(certificateFile)) {
    const made = createIdentity();
    fs.writeFileSync(keyFile, made.privateKey, PRIVATE);
    fs.writeFileSync(certificateFile, made.certificate);
  }
  return {
    ...{ user: USER, password: readOrMake(passwordFile, () => randomBytes(24).toString('hex')).trim() },
    ...{ certificate: fs.readFileSync(certificateFile, 'utf8'), privateKey: fs.readFileSync(keyFile, 'utf8') },
    certificateFile,
  };
};

export const connectionStringOf = ({ user, password, certificateFile }: ServerIdentity, port: number): string =>
  `esdb://${user}:${password}@localhost:${port}?tls=true&tlsCAFile=${encodeURIComponent(certificateFile)}`;
