import { setTimeout as pause } from 'node:timers/promises';
import { buildStaticBrCode } from '../../../aggregates/codes/build-br-code';
import type { LocalWallet } from '../../../infra/chains/local/local-wallet';
import { dataOf } from '../../../packages/client/src/answer';
import type { LastroClient } from '../../../packages/client/src/client';
import { say } from './say';

export interface CashoutDemo {
  readonly user: LastroClient;
  readonly payer: LocalWallet;
  readonly assetId: number;
  readonly title: string;
  readonly amountCents: bigint;
}

const POLL_MS = 200;
const TIMEOUT_MS = 40_000;

/** Quote, intent, signed transfer, wait for the payout. Returns the intent's id. */
export const runCashout = async (demo: CashoutDemo): Promise<string> => {
  const { user, payer, assetId, title } = demo;
  say(`\n${title}`);
  const invoiceCode = buildStaticBrCode({
    key: '123e4567-e12b-12d1-a456-426655440000',
    payeeName: 'Padaria do Bairro',
    payeeCity: 'SAO PAULO',
    amountCents: demo.amountCents,
    txid: 'DEMO',
  });
  say(`  PIX code   ${invoiceCode}`);
  const { quoteId } = dataOf(await user.POST('/api/v1/cashout/quote', { body: { assetId, invoiceCode } }));
  const intent = dataOf(await user.POST('/api/v1/cashout/intent', { body: { quoteId } }));
  say(`  intent     ${intent.intentId}`);
  say(`  pay        ${intent.amount} to ${intent.receiver}`);
  say(`  memo       ${intent.memo}`);
  const { txid, blockNumber } = await payer.send(transferOf(intent.instruction));
  say(`  sent       ${txid} in block ${blockNumber}`);
  await watch(demo, intent.intentId);
  return intent.intentId;
};

/** The EVM instruction; OpenAPI leaves its shape to the chain. */
const transferOf = (instruction: unknown): Parameters<LocalWallet['send']>[0] => {
  const { to, value, data } = instruction as Readonly<Record<string, unknown>>;
  if (typeof to !== 'string' || typeof value !== 'string' || typeof data !== 'string') {
    throw new TypeError('The instruction is not one of an EVM chain');
  }
  return { to, value, data };
};

const watch = async ({ user }: CashoutDemo, intentId: string): Promise<void> => {
  const startedMs = Date.now();
  let shown = '';
  while (Date.now() - startedMs < TIMEOUT_MS) {
    const params = { path: { intentId } };
    const { status } = dataOf(await user.GET('/api/v1/cashout/intent/{intentId}', { params }));
    if (status !== shown) say(`  status     ${status} after ${((Date.now() - startedMs) / 1000).toFixed(1)} s`);
    shown = status;
    if (status === 'COMPLETED') return;
    if (status === 'FAILED' || status === 'EXPIRED') throw new Error(`The intent ended in ${status}`);
    await pause(POLL_MS);
  }
  throw new Error(`The intent is still ${shown} after ${TIMEOUT_MS} ms`);
};
