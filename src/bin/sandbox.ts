import './supported-node';

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { readOrCreateSecret } from '../../infra/data-directory';
import { startEmbeddedPostgres } from '../../infra/postgres/embedded/embedded';
import { createPool } from '../../infra/postgres/pool';
import { prepareBooks } from '../../infra/providers/sandbox/books/books-postgres';
import { prepareKycStore } from '../../infra/providers/sandbox/kyc/kyc-store-postgres';
import { preparePayoutStore } from '../../infra/providers/sandbox/payouts/payout-store-postgres';
import { REMOTE_NAME } from '../../infra/providers/sandbox-remote/protocol';
import { servedBy } from '../../infra/providers/sandbox-remote/served';
import { createSandboxServer } from '../../infra/providers/sandbox-remote/server';
import { claimDataDirectory } from '../../infra/run-file';
import { type Config, type Environment, readConfig } from '../config';
import { createHttpServer } from '../http/server';
import { listen } from './listen';
import { createLogger } from './logger';
import { onceAnswered } from './once-answered';
import { type Close, openInOrder, StoppedOpening } from './open-in-order';
import { openSandboxHere } from './sandbox-providers';
import { sandboxCallbackSecrets, sandboxProviderSecrets } from './sandbox-secrets';
import { stopOnSignal } from './stop-on-signal';

/** A bank of its own needs to know nothing of the service but whom it calls back: no key of it, and not its mode. */
const ownConfig = (environment: Environment): Config => {
  const { PORT, HOST, DRAIN_MS, DATABASE_URL, DATA_DIR, LOG_LEVEL, SANDBOX_SETTLE_MS } = environment;
  const { SANDBOX_CALLBACK_SECRET, SANDBOX_PROVIDERS_SECRET, SANDBOX_CALLBACK_URL } = environment;
  return readConfig({
    ...{ PORT, HOST, DRAIN_MS, DATABASE_URL, DATA_DIR, LOG_LEVEL, SANDBOX_SETTLE_MS },
    ...{ SANDBOX_CALLBACK_SECRET, SANDBOX_PROVIDERS_SECRET, SANDBOX_CALLBACK_URL },
  });
};

/** `npm run sandbox`: the sandbox's bank and KYC desk over books of their own. */
const start = async (): Promise<void> => {
  const config = ownConfig(process.env);
  const logger = createLogger(config.LOG_LEVEL);
  let isStopping = false;
  const starting = openInOrder(
    (onClose) => open(config, logger, onClose),
    () => isStopping,
  );
  const started = starting.catch((error: unknown) => {
    if (error instanceof StoppedOpening) return null;
    throw error;
  });
  stopOnSignal(logger, async () => {
    isStopping = true;
    await (await started)?.close();
  });
  const opened = await started;
  if (opened !== null) process.stdout.write(`lastro sandbox is running at ${opened.value}\n`);
};

const open = async (config: Config, logger: Logger, onClose: (close: Close) => void): Promise<string> => {
  // The data directory is made with them, and the books' own below it.
  const secrets = { sandboxCallbacks: sandboxCallbackSecrets(config), kycKey: kycKeyOf(config) };
  const pool = createPool(await openBooks(config, logger, onClose), logger);
  onClose(() => pool.end());
  await prepare(pool, logger);
  const target = { url: config.SANDBOX_CALLBACK_URL, provider: REMOTE_NAME };
  const sandbox = openSandboxHere({ config, logger, pool }, secrets, target);
  const serving = { served: servedBy(sandbox), secrets: sandboxProviderSecrets(config), logger };
  const { url, stop } = await listen(createHttpServer(createSandboxServer(serving)), config);
  for (const caller of sandbox.callers) caller.start();
  onClose(() => Promise.all([stop(), ...sandbox.callers.map((caller) => caller.stop())]));
  return url;
};

/** A directory below the service's, which may be another machine's: neither knows the other's database. */
const openBooks = async (
  { DATA_DIR, DATABASE_URL }: Config,
  logger: Logger,
  onClose: (close: Close) => void,
): Promise<string> => {
  if (DATABASE_URL !== undefined) return DATABASE_URL;
  const dataDir = path.join(DATA_DIR, 'sandbox');
  const claim = await claimDataDirectory(dataDir, CLAIM_PATIENCE_MS);
  if (!claim.claimed) throw new Error(`A sandbox runs on ${dataDir} already`);
  onClose(claim.release);
  const postgres = await startEmbeddedPostgres({ dataDir, logger });
  onClose(postgres.stop);
  return postgres.url;
};

const CLAIM_PATIENCE_MS = 1_000;

const prepare = async (pool: Pool, logger: Logger): Promise<void> => {
  for (const step of [preparePayoutStore, prepareKycStore, prepareBooks]) await onceAnswered(() => step(pool), logger);
};

/** Not the service's: whoever keeps its books cannot open what the service has sealed. */
const kycKeyOf = ({ DATA_DIR }: Config): Buffer =>
  Buffer.from(
    readOrCreateSecret(DATA_DIR, 'sandbox-kyc', () => randomBytes(32).toString('base64')),
    'base64',
  );

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
