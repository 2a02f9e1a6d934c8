import { COIN_ID } from './installation';
import { type ChaosChain, payerOf, RECEIVER, SYSTEM, type Transfer } from './node/chain';
import { hex } from './node/json-rpc';
import type { OpenedIntent } from './partner';
import type { PlannedPayment } from './plan';

const TRANSFER = 'a9059cbb';
/** `payTokens(address,address,uint256,uint256)` of the test's Router. */
const PAY_TOKENS = '916b6e6d';
const ONE_WEI = hex(1);

const word = (digits: string): string => digits.replace(/^0x/, '').padStart(64, '0');
const bytesOf = (memo: string): string => Buffer.from(memo, 'utf8').toString('hex');

const ofCoin = (from: string, amount: bigint, memo: string): Transfer => ({
  from,
  to: RECEIVER,
  value: hex(amount),
  data: `0x${bytesOf(memo)}`,
});

const ofToken = (from: string, token: string, amount: bigint, memo: string): Transfer => ({
  from,
  to: token,
  value: '0x0',
  data: `0x${TRANSFER}${word(RECEIVER)}${word(amount.toString(16))}${bytesOf(memo)}`,
});

const throughRouter = (from: string, { router, token }: ChaosChain, amount: bigint, memo: string): Transfer => {
  const call = [token, RECEIVER, amount.toString(16), '1'].map(word).join('');
  return { from, to: router, value: '0x0', data: `0x${PAY_TOKENS}${call}${bytesOf(memo)}` };
};

/** The transfers of a payer of this kind for an intent, in order. */
export const transfersOf = (
  chain: ChaosChain,
  { kind, number }: PlannedPayment,
  intent: OpenedIntent,
): readonly Transfer[] => {
  const from = payerOf(number);
  const { amountBaseUnits: amount, memo } = intent;
  const isCoin = intent.assetId === COIN_ID;
  const pay = (units: bigint, text: string): Transfer =>
    isCoin ? ofCoin(from, units, text) : ofToken(from, chain.token, units, text);
  switch (kind) {
    case 'honest':
    case 'late':
    case 'foreign-chain':
      return [pay(amount, memo)];
    case 'underpaid':
      return [pay(amount - 1n, memo)];
    case 'overpaid':
      return [pay(amount + 12_345n, memo)];
    case 'twice':
      return [pay(amount, memo), pay(amount, memo)];
    case 'wrong-memo':
      return [pay(amount, `${memo}\n`)];
    case 'no-memo':
      return [pay(amount, '')];
    case 'two-memos':
      return [pay(amount, memo + memo)];
    case 'router':
      return [throughRouter(from, chain, amount, memo)];
    case 'wrong-token':
      return [ofToken(from, chain.wrongToken, amount, memo)];
    case 'other-asset':
      return [isCoin ? ofToken(from, chain.token, amount, memo) : ofCoin(from, amount, memo)];
    case 'nothing':
      return [];
  }
};

export const dustOf = (transfers: number): readonly Omit<Transfer, 'from'>[] =>
  Array.from({ length: transfers }, () => ({ to: RECEIVER, value: ONE_WEI, data: '0x' }));

/** A transfer of the token, from an address without an owner. */
export const systemTransferOf = ({ token }: ChaosChain, amount: bigint): Transfer => ofToken(SYSTEM, token, amount, '');
