import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { systemClock } from '../../infra/clock';
import { createSandboxBank } from '../../infra/providers/sandbox/bank';
import { createPostgresBooks } from '../../infra/providers/sandbox/books/books-postgres';
import type { Callbacks } from '../../infra/providers/sandbox/callbacks';
import { chargeCalls } from '../../infra/providers/sandbox/charging/charge-calls';
import { createSandboxCharges } from '../../infra/providers/sandbox/charging/charging';
import { providerControls } from '../../infra/providers/sandbox/controls';
import { createPostgresKycStore } from '../../infra/providers/sandbox/kyc/kyc-store-postgres';
import { createPersonBox } from '../../infra/providers/sandbox/kyc/person-box';
import { createSandboxRegistry } from '../../infra/providers/sandbox/kyc/registry';
import { createPostgresPayoutStore } from '../../infra/providers/sandbox/payouts/payout-store-postgres';
import { type CallbackTarget, postCallback } from '../../infra/providers/sandbox/post-callback';
import { createSandbox, createSandboxKyc } from '../../infra/providers/sandbox/sandbox';
import type { SandboxPorts } from '../../infra/providers/sandbox/sandbox-ports';
import type { Config } from '../config';
import type { SandboxSecret } from './sandbox-secrets';

/** The sandbox's bank and KYC desk. */
export interface SandboxProviders extends SandboxPorts {
  /** How far a partner's simulated time is ahead: the simulated treasury goes by it too. */
  readonly aheadMs: (partnerId: string) => Promise<number>;
  readonly callers: readonly Pick<Callbacks, 'start' | 'stop'>[];
}

export interface SandboxOptions {
  readonly config: Config;
  readonly logger: Pick<Logger, 'warn'>;
  readonly pool: Pool;
}

export interface SandboxSecrets {
  readonly sandboxCallbacks: SandboxSecret;
  /** Seals what the simulated KYC provider keeps of a person. */
  readonly kycKey: Buffer;
}

/** Over books in this database. */
export const openSandbox = (
  { config, logger, pool }: SandboxOptions,
  { sandboxCallbacks, kycKey }: SandboxSecrets,
  target: CallbackTarget,
): SandboxProviders => {
  const settleDelayMs = config.SANDBOX_SETTLE_MS;
  const calling = {
    ...{ clock: systemClock, settleDelayMs, secret: sandboxCallbacks[0] },
    onTrouble: (message: string): void => logger.warn(message),
  };
  const store = createPostgresPayoutStore(pool);
  const bank = createSandbox({ ...calling, store, post: postCallback(target, 'bank') });
  const kycStore = createPostgresKycStore(pool, createPersonBox(kycKey));
  const desk = createSandboxKyc({ ...calling, store: kycStore, post: postCallback(target, 'kyc') });
  const charges = createSandboxCharges({
    ...{ openBook: createPostgresBooks(pool), clock: systemClock, settleDelayMs },
    ...{ aheadMs: bank.aheadMs, plan: chargeCalls(bank.plan) },
  });
  return {
    ...{ payouts: bank.provider, charges: charges.provider, kyc: desk.provider, registry: createSandboxRegistry() },
    controls: providerControls({ bank: bank.controls, desk, charges: charges.control }),
    ...{ aheadMs: bank.aheadMs, callers: [bank.callbacks, desk.callbacks] },
  };
};

/** For a command that only asks about payouts. */
export const payoutsToAsk = (pool: Pool): Pick<SandboxPorts, 'payouts'> => ({
  payouts: createSandboxBank({ store: createPostgresPayoutStore(pool), clock: systemClock }).provider,
});
