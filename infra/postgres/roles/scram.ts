import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';

const ITERATIONS = 4_096;
const KEY_BYTES = 32;

/** PostgreSQL's stored form of a password (RFC 5803): neither the server nor its log sees the password. */
export const scramVerifier = (password: string, salt: Buffer): string => {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${keyOf('Server Key').toString('base64')}`;
};
