import { randomBytes } from 'node:crypto';
import { readOrCreateSecret } from '../../infra/data-directory';
import type { Config } from '../config';

/** The first one is used, all are taken: so one replaces another. */
export type SandboxSecret = readonly [string, ...string[]];

const secretOf = (name: string, dataDir: string, given: readonly string[] = []): SandboxSecret => {
  const [first, ...others] = given;
  return [first ?? readOrCreateSecret(dataDir, name, () => randomBytes(32).toString('hex')), ...others];
};

/** Also generated in production: it signs for the sandbox alone. */
export const sandboxCallbackSecrets = ({ DATA_DIR, SANDBOX_CALLBACK_SECRET }: Config): SandboxSecret =>
  secretOf('sandbox-callbacks', DATA_DIR, SANDBOX_CALLBACK_SECRET);

/** Of calls to a sandbox that is a program of its own: the same file where both have the same DATA_DIR. */
export const sandboxProviderSecrets = ({ DATA_DIR, SANDBOX_PROVIDERS_SECRET }: Config): SandboxSecret =>
  secretOf('sandbox-providers', DATA_DIR, SANDBOX_PROVIDERS_SECRET);
