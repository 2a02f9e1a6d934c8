import { buildStaticBrCode } from '../../../aggregates/codes/build-br-code';
import type { Payer } from '../../../infra/chains/local/payer';
import { dataOf } from '../../../packages/client/src/answer';
import type { LastroClient } from '../../../packages/client/src/client';
import { say } from './say';
import { untilCompleted } from './until-ended';

export interface CashoutDemo {
  readonly user: LastroClient;
  readonly payer: Payer;
  readonly assetId: number;
  readonly title: string;
  readonly amountCents: bigint;
}

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
  const { txid, height } = await payer.pay(intent.instruction);
  say(`  sent       ${txid} in block ${height}`);
  const params = { path: { intentId: intent.intentId } };
  await untilCompleted(async () => dataOf(await user.GET('/api/v1/cashout/intent/{intentId}', { params })).status);
  return intent.intentId;
};
