import { setTimeout as pause } from 'node:timers/promises';
import { buildStaticBrCode } from '../../../aggregates/codes/build-br-code';
import type { LocalWallet } from '../../../infra/chains/local-wallet';
import type { PartnerApi } from './partner-api';
import { say } from './say';

/** What one cash-out of the demo is made of. */
export interface CashoutDemo {
  readonly api: PartnerApi;
  readonly userToken: string;
  readonly payer: LocalWallet;
  readonly assetId: number;
  readonly title: string;
  readonly amountCents: bigint;
}

interface Quote {
  readonly quoteId: string;
  readonly expiresAt: string;
}

interface Intent {
  readonly intentId: string;
  readonly status: string;
  readonly memo: string;
  readonly receiver: string;
  readonly amount: string;
  readonly instruction: { readonly to: string; readonly value: string; readonly data: string };
}

const POLL_MS = 200;
const TIMEOUT_MS = 40_000;

/** Quote, intent, a signed transfer on the chain, and the wait for the payout. Answers the intent's id. */
export const runCashout = async (demo: CashoutDemo): Promise<string> => {
  const { api, userToken, payer, assetId, title } = demo;
  say(`\n${title}`);
  const invoiceCode = buildStaticBrCode({
    key: '123e4567-e12b-12d1-a456-426655440000',
    payeeName: 'Padaria do Bairro',
    payeeCity: 'SAO PAULO',
    amountCents: demo.amountCents,
    txid: 'DEMO',
  });
  say(`  PIX code   ${invoiceCode}`);
  const quote = await api.post<Quote>('/cashout/quote', userToken, { assetId, invoiceCode });
  const intent = await api.post<Intent>('/cashout/intent', userToken, { quoteId: quote.quoteId });
  say(`  intent     ${intent.intentId}`);
  say(`  pay        ${intent.amount} to ${intent.receiver}`);
  say(`  memo       ${intent.memo}`);
  const { to, value, data } = intent.instruction;
  const { txid, blockNumber } = await payer.send({ to, value, data });
  say(`  sent       ${txid} in block ${blockNumber}`);
  await watch(demo, intent.intentId);
  return intent.intentId;
};

/** Prints each status as it is reached, until the intent has ended. */
const watch = async ({ api, userToken }: CashoutDemo, intentId: string): Promise<void> => {
  const startedMs = Date.now();
  let shown = '';
  while (Date.now() - startedMs < TIMEOUT_MS) {
    const { status } = await api.get<Intent>(`/cashout/intent/${intentId}`, userToken);
    if (status !== shown) say(`  status     ${status} after ${((Date.now() - startedMs) / 1000).toFixed(1)} s`);
    shown = status;
    if (status === 'COMPLETED') return;
    if (status === 'FAILED' || status === 'EXPIRED') throw new Error(`The intent ended in ${status}`);
    await pause(POLL_MS);
  }
  throw new Error(`The intent is still ${shown} after ${TIMEOUT_MS} ms`);
};
