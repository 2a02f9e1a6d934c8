import type { Types } from 'tronweb';
import { BY_CONTRACT, OTHERWISE } from '../../../../infra/chains/tron/verdicts';
import { type Fields, internalOf, logOf, type Played, tokenProgram } from '../served/tron-ledger';
import { createScenario, former, MEMO, other, payer, poor, router, TRX, USDT, usdt, wallet } from './scenario';

export const world = createScenario();
const { coin, trc10, call, ledger } = world;

const TO_US = [wallet.base58, 25];
export const send = (token = usdt, from = payer) => call(token.base58, 'transfer(address,uint256)', TO_US, from);

/** A call of a contract that does not know us, and has these effects. */
export const routed = (effects: Omit<Played, 'result'>) => () => {
  ledger.deploy(router.hex, () => ({ result: 'SUCCESS', ...effects }));
  return call(router.base58, 'pay(uint256)', [7]);
};
const log = (token = usdt, amount = 25n) => logOf(token.hex, [payer.hex, wallet.hex], amount);
/** Gives the token's next call this log. */
const logOnce = (own: Fields): void =>
  ledger.deploy(usdt.hex, () => {
    ledger.deploy(usdt.hex, tokenProgram(poor.hex));
    return { result: 'SUCCESS', log: [own] };
  });
const internal = (more: Fields = {}) => internalOf(router.hex, wallet.hex, 5_000, more);

const COIN = { assetId: TRX, contract: null, position: 'native', receiver: wallet.base58, sender: payer.base58 };
const paid = (amountBaseUnits: string, more: object = {}) => ({ ...COIN, amountBaseUnits, unsupported: null, ...more });
const token = (amountBaseUnits: string, more: object = {}) =>
  paid(amountBaseUnits, { assetId: USDT, contract: usdt.base58, position: '0', ...more });

export interface Row {
  readonly title: string;
  readonly build: () => Promise<Types.Transaction>;
  readonly from?: typeof payer;
  /** A memo of ours by default. */
  readonly memo?: string | null;
  readonly expected: readonly object[];
}

/** Each cell of the row "Tron" in the table of verdicts. */
export const PAYS: readonly Row[] = [
  { title: 'coin by a TransferContract, without receipt.result', build: () => coin(5_000), expected: [paid('5000')] },
  {
    ...{ title: 'coin to a former receiver', build: () => coin(5_000, former.base58) },
    expected: [paid('5000', { receiver: former.base58 })],
  },
  { title: 'a TRC-20 transfer that returns 0', build: () => send(), expected: [token('25')] },
];

export const NO_MEMO: readonly Row[] = [
  { title: 'coin without a memo', build: () => coin(5_000), memo: null, expected: [paid('5000')] },
  { title: 'tokens with the memo of somebody else', build: () => send(), memo: 'acme', expected: [token('25')] },
];

export const AMBIGUOUS: readonly Row[] = [
  {
    ...{ title: 'two logs of one call', build: routed({ log: [log(), log()] }) },
    expected: ['0', '1'].map((position) => token('25', { position, movements: 2, unsupported: OTHERWISE })),
  },
];

export const UNSUPPORTED: readonly Row[] = [
  {
    title: 'tokens by transferFrom',
    build: () => call(usdt.base58, 'transferFrom(address,address,uint256)', [poor.base58, ...TO_US]),
    expected: [token('25', { sender: poor.base58, unsupported: OTHERWISE })],
  },
  {
    ...{
      title: 'tokens that a contract sends',
      build: routed({ log: [logOf(router.hex, ['', ''], 1n, '00'), log()] }),
    },
    expected: [token('25', { position: '1', unsupported: OTHERWISE })],
  },
  {
    title: 'fewer tokens than the transfer says',
    build: () => {
      logOnce(log(usdt, 24n));
      return send();
    },
    expected: [token('24', { unsupported: OTHERWISE })],
  },
  {
    title: 'tokens by another function with the arguments of transfer',
    build: () => {
      logOnce(log());
      return call(usdt.base58, 'give(address,uint256)', TO_US);
    },
    expected: [token('25', { unsupported: OTHERWISE })],
  },
  {
    ...{ title: 'coin that a contract sends', build: routed({ internal_transactions: [internal()] }) },
    expected: [paid('5000', { position: 'internal.0', sender: router.base58, unsupported: BY_CONTRACT })],
  },
  {
    title: 'coin of a contract that ends',
    build: routed({ internal_transactions: [internal({ note: Buffer.from('suicide').toString('hex') })] }),
    expected: [paid('5000', { position: 'internal.0', sender: router.base58, unsupported: BY_CONTRACT })],
  },
];

export const LOOK_ALIKE: readonly Row[] = [
  {
    ...{ title: 'a TRC-10 token', build: () => trc10(25) },
    expected: [paid('25', { assetId: null, contract: '1002000' })],
  },
  {
    ...{ title: 'a log of another contract', build: () => send(other) },
    expected: [token('25', { assetId: null, contract: other.base58 })],
  },
  {
    ...{ title: 'three of 500 logs', build: routed({ log: Array.from({ length: 500 }, () => log(other)) }) },
    expected: ['0', '1', '2'].map((position) =>
      token('25', { assetId: null, contract: other.base58, position, movements: 3 }),
    ),
  },
];

export const NOTHING: readonly Row[] = [
  { title: 'a transfer that reverts', build: () => send(usdt, poor), from: poor, expected: [] },
  {
    title: 'a transfer that runs out of energy',
    build: () => {
      ledger.deploy(router.hex, () => ({ result: 'OUT_OF_ENERGY', log: [log()] }));
      return call(router.base58, 'transfer(address,uint256)', TO_US);
    },
    expected: [],
  },
  {
    title: 'coin of a rejected internal transaction',
    build: routed({ internal_transactions: [internal({ rejected: true })] }),
    expected: [],
  },
  {
    title: 'resources that a contract delegates',
    build: routed({
      internal_transactions: [internal({ note: Buffer.from('delegateResourceOfEnergy').toString('hex') })],
    }),
    expected: [],
  },
  {
    title: 'a TRC-10 token that a contract sends',
    build: routed({ internal_transactions: [internal({ callValueInfo: [{ callValue: 5, tokenId: '1002000' }, {}] })] }),
    expected: [],
  },
  {
    title: 'a log with a fourth topic, as a collectible has it',
    build: routed({ log: [{ ...log(), topics: [...log().topics, '1'.padStart(64, '0')] }] }),
    expected: [],
  },
  { title: 'an Approval', build: () => call(usdt.base58, 'approve(address,uint256)', TO_US), expected: [] },
  {
    ...{ title: 'a transfer of zero', expected: [] },
    build: () => call(usdt.base58, 'transfer(address,uint256)', [wallet.base58, 0]),
  },
  { title: 'a memo alone', build: () => coin(5_000, poor.base58), expected: [] },
  { title: 'another contract without a memo of ours', build: () => send(other), memo: null, expected: [] },
];

export const memosOf = ({ memo = MEMO }: Row): readonly string[] => (memo === MEMO ? [MEMO] : []);
