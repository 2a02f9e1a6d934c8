import { dataOf } from '../../../packages/client/src/answer';
import type { LastroClient } from '../../../packages/client/src/client';
import { say } from './say';
import { untilCompleted } from './until-ended';

export interface CashinDemo {
  readonly user: LastroClient;
  /** Its sandbox pays the charge. */
  readonly partner: LastroClient;
  readonly assetId: number;
  readonly title: string;
}

/** A CPF of the sandbox. */
const PAYER = { name: 'Maria da Silva', taxID: '40442820135' };

/** Quote, intent with its charge, a simulated PIX, wait for the delivery. Returns the intent's id. */
export const runCashin = async ({ user, partner, assetId, title }: CashinDemo): Promise<string> => {
  say(`\n${title}`);
  const quote = dataOf(await user.POST('/api/v1/cashin/quote', { body: { assetId, amount: 150 } }));
  const { quoteId } = quote;
  const intent = dataOf(await user.POST('/api/v1/cashin/intent', { body: { quoteId, customer: PAYER } }));
  const { intentId } = intent;
  say(`  intent     ${intentId}`);
  say(`  PIX code   ${intent.brCode}`);
  say(`  delivers   ${quote.cryptoAmount} to ${quote.destinationWallet}`);
  dataOf(await partner.POST('/api/v1/sandbox/charges/{intentId}/pay', { params: { path: { intentId } }, body: {} }));
  say('  paid       by the simulated bank');
  const params = { path: { cashinId: intentId } };
  await untilCompleted(async () => dataOf(await user.GET('/api/v1/cashin/intent/{cashinId}', { params })).status);
  return intentId;
};
