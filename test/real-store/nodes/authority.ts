import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A CA of one's own, and the certificate that all nodes share. */
export interface Authority {
  /** PEM; what clients trust. */
  readonly caFile: string;
  /** Holds the CA alone, as nodes want it. */
  readonly trustedDirectory: string;
  readonly certificateFile: string;
  readonly privateKeyFile: string;
}

const DAYS = '30';
/** Nodes know each other by it. */
const NODE_NAME = 'eventstoredb-node';

const AUTHORITY_EXTENSIONS = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign,cRLSign'];
/** Nodes are clients of each other too. */
const NODE_EXTENSIONS = [
  'subjectAltName=IP:127.0.0.1,DNS:localhost',
  'keyUsage=critical,digitalSignature,keyEncipherment',
  'extendedKeyUsage=serverAuth,clientAuth',
];

const openssl = (...words: readonly string[]): void => {
  try {
    execFileSync('openssl', words, { stdio: 'pipe' });
  } catch (error) {
    throw new Error('The certificates of the nodes could not be made: is openssl there?', { cause: error });
  }
};

/** Makes both below a folder. Nodes read RSA keys alone. */
export const createAuthority = (folder: string): Authority => {
  const inside = (...names: readonly string[]): string => path.join(folder, ...names);
  const trustedDirectory = inside('trusted');
  mkdirSync(trustedDirectory, { recursive: true });
  const [caFile, caKeyFile] = [inside('trusted', 'ca.crt'), inside('ca.key')];
  const [certificateFile, privateKeyFile, requestFile] = [inside('node.crt'), inside('node.key'), inside('node.csr')];
  const newKey = ['req', '-newkey', 'rsa:2048', '-nodes'];
  const authority = AUTHORITY_EXTENSIONS.flatMap((extension) => ['-addext', extension]);
  openssl(
    ...[...newKey, '-x509', '-days', DAYS, '-keyout', caKeyFile, '-out', caFile],
    ...['-subj', '/CN=a store of its own', ...authority],
  );
  openssl(...newKey, '-keyout', privateKeyFile, '-out', requestFile, '-subj', `/CN=${NODE_NAME}`);
  const extensionsFile = inside('node.ext');
  writeFileSync(extensionsFile, `${NODE_EXTENSIONS.join('\n')}\n`);
  openssl(
    ...['x509', '-req', '-days', DAYS, '-in', requestFile, '-out', certificateFile],
    ...['-CA', caFile, '-CAkey', caKeyFile, '-CAcreateserial', '-extfile', extensionsFile],
  );
  return { caFile, trustedDirectory, certificateFile, privateKeyFile };
};
