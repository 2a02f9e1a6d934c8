import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
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

/** For `sh`, once, in a folder that stays with who runs the nodes. */
export const NEW_AUTHORITY = [
  'mkdir trusted',
  'openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -keyout ca.key -out trusted/ca.crt \\',
  "  -subj '/CN=event store' -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign",
];

/**
 * For `sh`, in the same folder, for the node that `$NODE` calls and `$NAMES` addresses (such as `IP:10.0.0.1,DNS:node-1`).
 * Nodes know each other by the subject, are clients of each other too, and read RSA keys alone.
 */
export const NEW_CERTIFICATE = [
  'printf "%s\\n" "subjectAltName=$NAMES" keyUsage=critical,digitalSignature,keyEncipherment \\',
  '  extendedKeyUsage=serverAuth,clientAuth > "$NODE.ext"',
  'openssl req -newkey rsa:2048 -nodes -keyout "$NODE.key" -out "$NODE.csr" -subj /CN=eventstoredb-node',
  'openssl x509 -req -days 365 -in "$NODE.csr" -out "$NODE.crt" -extfile "$NODE.ext" \\',
  '  -CA trusted/ca.crt -CAkey ca.key -CAcreateserial',
];

const NODE = 'node';
const NAMES = 'IP:127.0.0.1,DNS:localhost';

/** Makes both below a folder. */
export const createAuthority = (folder: string): Authority => {
  mkdirSync(folder, { recursive: true });
  const script = [...NEW_AUTHORITY, ...NEW_CERTIFICATE].join('\n');
  const env = { PATH: process.env['PATH'], NODE, NAMES };
  try {
    execFileSync('sh', ['-euc', script], { cwd: folder, env, stdio: 'pipe' });
  } catch (error) {
    throw new Error('The certificates of the nodes could not be made: is openssl there?', { cause: error });
  }
  const inside = (...names: readonly string[]): string => path.join(folder, ...names);
  return {
    ...{ caFile: inside('trusted', 'ca.crt'), trustedDirectory: inside('trusted') },
    ...{ certificateFile: inside(`${NODE}.crt`), privateKeyFile: inside(`${NODE}.key`) },
  };
};
