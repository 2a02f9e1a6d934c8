import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { systemClock } from '../../infra/clock';
import { documentRegistriesOf, kycProvidersOf } from '../../infra/providers/kyc-providers';
import { createPostgresKycStore } from '../../infra/providers/sandbox/kyc/kyc-store-postgres';
import { createPersonBox } from '../../infra/providers/sandbox/kyc/person-box';
import { createSandboxRegistry } from '../../infra/providers/sandbox/kyc/registry';
import { postCallback } from '../../infra/providers/sandbox/post-callback';
import { createSandboxKyc, type SandboxKyc } from '../../infra/providers/sandbox/sandbox';
import type { Config } from '../config';
import type { ServicePorts } from '../service-ports';
import type { Secrets } from './stores';

/** A new KYC provider, or registry of documents, is a folder and a line here. */
export const kycPorts = (
  config: Config,
  { provider }: Pick<SandboxKyc, 'provider'>,
): Pick<ServicePorts, 'kycProviders' | 'documentRegistries' | 'lookupsPerDay'> => ({
  kycProviders: kycProvidersOf([provider], systemClock),
  documentRegistries: documentRegistriesOf([createSandboxRegistry()], systemClock),
  lookupsPerDay: config.KYC_LOOKUPS_PER_DAY,
});

export interface KycOptions {
  readonly config: Config;
  readonly logger: Pick<Logger, 'warn'>;
  /** Of this process: where the provider calls. Null where nobody listens. */
  readonly url: string | null;
}

export type KycSecrets = Pick<Secrets, 'sandboxCallbacks'> & {
  /** Seals what the simulated provider keeps of a person. */
  readonly kycKey: Buffer;
};

export const openKycDesk = (
  { config, logger, url }: KycOptions,
  pool: Pool,
  { sandboxCallbacks, kycKey }: KycSecrets,
): SandboxKyc =>
  createSandboxKyc({
    store: createPostgresKycStore(pool, createPersonBox(kycKey)),
    clock: systemClock,
    settleDelayMs: config.SANDBOX_SETTLE_MS,
    secret: sandboxCallbacks[0],
    post: postCallback(url ?? '', 'kyc'),
    onTrouble: (message) => logger.warn(message),
  });
