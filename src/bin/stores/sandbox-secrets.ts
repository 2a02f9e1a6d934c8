import { randomBytes } from 'node:crypto';
import { readOrCreateSecret } from '../../../infra/data-directory';
import type { Config } from '../../config';

/** The first one is used, all are taken: so one replaces another. */
export type SandboxSecret = readonly [string, ...string[]];

/** Also generated in production: it signs for the sandbox alone. */
export const sandboxCallbackSecrets = ({ DATA_DIR, SANDBOX_CALLBACK_SECRET }: Config): SandboxSecret => {
  const [first, ...others] = SANDBOX_CALLBACK_SECRET ?? [];
  const own = (): string => readOrCreateSecret(DATA_DIR, 'sandbox-callbacks', () => randomBytes(32).toString('hex'));
  return [first ?? own(), ...others];
};
