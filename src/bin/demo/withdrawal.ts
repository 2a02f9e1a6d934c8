import { setTimeout as pause } from 'node:timers/promises';
import { SIMULATED_BRL } from '../../../infra/chains/simulated/network';
import { dataOf } from '../../../packages/client/src/answer';
import type { LastroClient } from '../../../packages/client/src/client';
import { say } from './say';
import { untilCompleted } from './until-ended';

export interface WithdrawalDemo {
  readonly user: LastroClient;
  /** Its sandbox fills the wallet. */
  readonly partner: LastroClient;
  readonly wallet: string;
  readonly title: string;
}

const PIX_KEY = { pixKey: '123e4567-e12b-12d1-a456-426655440000', pixKeyType: 'EVP' } as const;

/** A wallet with a pegged balance on the simulated network, one call, the payout. Returns the withdrawal's id. */
export const runWithdrawal = async ({ user, partner, wallet, title }: WithdrawalDemo): Promise<string> => {
  say(`\n${title}`);
  const { finalAt } = await credit(partner, wallet);
  await untilPast(finalAt);
  const body = { amount: 80, walletAddress: wallet, ...PIX_KEY };
  const asked = dataOf(await user.POST('/api/v1/cashout/withdraw', { body }));
  const { withdrawId } = asked;
  say(`  withdrawal ${withdrawId}`);
  say(`  pays       ${asked.netAmount} of ${asked.amount} to ${asked.pixKey}`);
  const params = { path: { withdrawId } };
  await untilCompleted(async () => dataOf(await user.GET('/api/v1/cashout/withdraw/{withdrawId}', { params })).status);
  return withdrawId;
};

const credit = async (partner: LastroClient, address: string) => {
  const params = { path: { address } };
  const body = { assetId: SIMULATED_BRL, amount: '100.00', allowance: '100.00' };
  const credited = dataOf(await partner.POST('/api/v1/sandbox/wallets/{address}/credit', { params, body }));
  say(`  wallet     ${address} has ${credited.amount} ${credited.symbol}, and lets them be taken`);
  return credited.transaction;
};

/** The simulated network uses the service's clock, which is this machine's. */
const untilPast = async (at: string): Promise<void> => {
  const waitMs = Date.parse(at) - Date.now();
  if (waitMs > 0) await pause(waitMs);
};
