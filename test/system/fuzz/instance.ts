import { randomUUID } from 'node:crypto';
import { SIMULATED_NETWORK } from '../../../aggregates/chain';
import { NO_LIMITS } from '../../doubles/limits';
import {
  ask,
  type RunningProcess,
  runProgram,
  startProgram,
  temporaryDataDir,
} from '../end-to-end/support/run-service';
import { WALLET } from './honest/steps';
import type { SignedBy } from './requests/sign-request';

/**
 * A service of its own with a partner that may do everything, an approved user with a wallet, and as many further API
 * processes as asked for.
 */
export interface Instance {
  readonly service: RunningProcess;
  /** The URLs of all processes. */
  readonly urls: readonly string[];
  readonly dataDir: string;
  readonly partner: SignedBy & { readonly apiKey: string };
  /** Another partner: a storm rotates the secret of the first partner. */
  readonly signer: SignedBy;
  readonly userToken: string;
  /** Ids that a fuzzer must leave alone, so that its credentials stay good. */
  readonly ownIds: ReadonlySet<string>;
  readonly stop: () => Promise<void>;
}

export const openInstance = async (moreProcesses = 0): Promise<Instance> => {
  const { dataDir, remove } = temporaryDataDir();
  const environment = {
    DATA_DIR: dataDir,
    RATE_LIMITS: JSON.stringify(NO_LIMITS),
    QUOTE_WINDOW_SECONDS: '3600',
    // So that one client can call from many addresses.
    TRUSTED_PROXIES: '127.0.0.0/8,::1',
    KYC_LOOKUPS_PER_DAY: '10000',
    WEBHOOK_RETRY_DELAYS_MS: '50,50,50',
    SANDBOX_SETTLE_MS: '100',
    // Its memory is asked for through the inspector, at any free port.
    NODE_OPTIONS: '--inspect-port=127.0.0.1:0',
  };
  const undo: (() => unknown)[] = [remove];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0)) await step();
  };
  try {
    const service = await startProgram('start', environment);
    undo.unshift(service.stop);
    const urls = [service.url];
    for (let index = 0; index < moreProcesses; index += 1) {
      const api = await startProgram('api', environment);
      undo.unshift(api.stop);
      urls.push(api.url);
    }
    return { service, urls, dataDir, stop, ...(await settle(service.url, environment)) };
  } catch (error) {
    await stop();
    throw error;
  }
};

const settle = async (url: string, environment: Readonly<Record<string, string>>) => {
  const partner = await createPartner('Fuzz', environment);
  const signer = await createPartner('Signer', environment);
  await allowEverything(partner.partnerId, environment);
  const token = partner.apiKey;
  const api = `${url}/api/v1`;
  const keys = await ask<readonly { readonly keyId: string }[]>(`${api}/partners/me/api-keys`, { token });
  const { userId, externalUserId, userToken } = await approvedUser(url, token);
  const keyIds = keys.body.data.map(({ keyId }) => keyId);
  return { partner, signer, userToken, ownIds: new Set([userId, externalUserId, ...keyIds]) };
};

const createPartner = async (name: string, environment: Readonly<Record<string, string>>) => {
  const { stdout } = await runProgram('ledger', ['partner', 'create', '--name', name, '--json'], environment);
  return JSON.parse(stdout) as Instance['partner'];
};

const allowEverything = async (partnerId: string, environment: Readonly<Record<string, string>>): Promise<void> => {
  const features = ['pegged-withdraw=on', 'cashin-any-wallet=on'].flatMap((feature) => ['--feature', feature]);
  const { code, stderr } = await runProgram('ledger', ['partner', 'set', partnerId, ...features], environment);
  if (code !== 0) throw new Error(`the partner has no features: ${stderr}`);
};

/** A user that may pay, and withdraw the wallet's balance. */
const approvedUser = async (url: string, apiKey: string) => {
  const api = `${url}/api/v1`;
  const externalUserId = randomUUID();
  const body = { externalUserId, pubkey: WALLET, blockchain: SIMULATED_NETWORK };
  const user = await ask<{ readonly userId: string }>(`${api}/users`, { token: apiKey, body });
  const { userId } = user.body.data;
  await ask(`${api}/users/${userId}/kyc`, { token: apiKey, method: 'PATCH', body: { kycStatus: 'APPROVED' } });
  const issued = await ask<{ readonly token: string }>(`${api}/auth/token`, { token: apiKey, body: { uid: userId } });
  return { userId, externalUserId, userToken: issued.body.data.token };
};
