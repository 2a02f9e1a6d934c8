import type { SeenMovement } from '../../../../../../aggregates/chain';
import { verdictOf } from '../../../../../../infra/chains/evm/judging/judge';
import { placeOf } from '../../../../../../infra/chains/evm/looking/place';
import { settledBy } from '../../../../../../infra/chains/evm/nodes/node';
import type { EvmHeader, EvmReceipt, EvmTransaction } from '../../../../../../infra/chains/evm/protocol/wire';
import { movementsOf } from '../../../../../../infra/chains/evm/scanning/movements';
import { recordedInclusion, recordedWatch } from '../recorded';

const OTHER_HASH = `0x${'77'.repeat(32)}`;

/** The answers of one node. */
interface Told {
  readonly transaction: EvmTransaction | null;
  readonly receipt: EvmReceipt | null;
  readonly block: EvmHeader | null;
  readonly there: EvmHeader | null;
  readonly isListed: boolean;
}

const toldOf = (name: Parameters<typeof recordedInclusion>[0]): Told => {
  const { transaction, receipt, block } = recordedInclusion(name);
  return { transaction, receipt, block: block as EvmHeader, there: block as EvmHeader, isListed: true };
};
const token = toldOf('token');
const [seen] = movementsOf(recordedInclusion('token'), recordedWatch);
const there = { ...token.there!, hash: OTHER_HASH };

const verdict = (changes: Partial<Told>, movement: SeenMovement = seen!, watch = recordedWatch) => {
  const { receipt, ...told } = { ...token, ...changes };
  const wanted = { ...told, txid: movement.txid, height: BigInt(movement.blockNumber), isHit: true };
  return verdictOf({ wanted, place: settledBy(() => placeOf('node', wanted, receipt, watch)) }, movement, watch);
};

describe('the verdict', () => {
  const PENDING = { verdict: 'PENDING' };
  const FINAL = { verdict: 'FINAL', movement: seen };
  const failed = toldOf('reverted');
  const unknown = { receipt: null, transaction: null, block: null, isListed: false };
  const pooled = { ...token.transaction!, blockHash: null };
  const alone = { ...seen!, unsupported: 'NOT_IN_THE_BLOCK' };

  it.each<[string, Partial<Told>, object, SeenMovement?]>([
    ['FINAL in a final block', {}, FINAL],
    ['FINAL without a chain id', { transaction: { ...token.transaction!, chainId: null } }, FINAL],
    [
      'FINAL with the facts of the block that stayed',
      {},
      FINAL,
      { ...seen!, blockHash: OTHER_HASH, amountBaseUnits: '9' },
    ],
    ['PENDING above the final block', { block: null, isListed: false }, PENDING],
    ['PENDING as a failure above the final block', { ...failed, block: null, isListed: false }, PENDING],
    ['PENDING in a pool', { ...unknown, transaction: pooled, there }, PENDING],
    [
      'GONE after a failure',
      failed,
      { verdict: 'GONE', reason: 'TRANSACTION_FAILED' },
      { ...seen!, txid: failed.transaction!.hash },
    ],
    [
      'GONE without a movement at its position',
      {},
      { verdict: 'GONE', reason: 'NO_SUCH_MOVEMENT' },
      { ...seen!, position: '4' },
    ],
    [
      'GONE when unknown and replaced by another final block',
      { ...unknown, there },
      { verdict: 'GONE', reason: 'REORGANISED_AWAY' },
    ],
    [
      'FINAL by its receipt alone when no block lists it',
      { transaction: null, isListed: false },
      { verdict: 'FINAL', movement: { ...alone, memos: [] } },
      alone,
    ],
    [
      'unsupported for ever once no block listed it',
      {},
      { verdict: 'FINAL', movement: { ...alone, memos: [] } },
      alone,
    ],
  ])('judges a movement %s', (_, told, expected, movement = seen!) => {
    expect(verdict(told, movement)).toEqual(expected);
  });

  it.each<[string, Partial<Told>, string]>([
    ['a receipt of another block', { block: { ...token.block!, hash: OTHER_HASH } }, 'a receipt of another block'],
    [
      'a receipt of another transaction',
      { receipt: { ...token.receipt!, transactionHash: OTHER_HASH } },
      'a receipt of another block',
    ],
    ['a block without the transaction', { isListed: false }, 'does not list'],
    ['a listed transaction without a receipt', { receipt: null }, 'without a receipt'],
    ['a mined transaction without a receipt', { ...unknown, transaction: token.transaction }, 'no receipt of it'],
    ['its block without the transaction', unknown, 'but not its transaction'],
    ['a transaction of another chain', { transaction: { ...token.transaction!, chainId: 1n } }, 'is of chain 1'],
    ['a listed transaction that is unknown', { transaction: null }, 'does not know it there'],
    ['another transaction', { transaction: { ...token.transaction!, hash: OTHER_HASH } }, 'does not know it there'],
    [
      'a transaction of another block',
      { transaction: { ...token.transaction!, blockHash: OTHER_HASH } },
      'does not know it there',
    ],
  ])('refuses %s', (_, told, words) => {
    expect(() => verdict(told)).toThrow(words);
  });

  it('accepts a receiver that the networks file no longer names', () => {
    expect(verdict({}, seen!, { ...recordedWatch, receivers: [`0x${'ab'.repeat(20)}`] })).toEqual(FINAL);
  });
});
