import { type EvmEvidence, verdictOf } from '../../../../../../infra/chains/evm/judging/judge';
import type { EvmHeader } from '../../../../../../infra/chains/evm/protocol/wire';
import { type EvmInclusion, movementsOf } from '../../../../../../infra/chains/evm/scanning/movements';
import { recordedInclusion, recordedWatch } from '../recorded';

const inclusion = recordedInclusion('token');
const [seen] = movementsOf(inclusion, recordedWatch);
const OTHER_HASH = `0x${'77'.repeat(32)}`;

const evidenceOf = ({ transaction, receipt, block }: EvmInclusion): EvmEvidence => ({
  transaction,
  receipt,
  canonical: block as EvmHeader,
  finalisedNumber: block.number,
  isListed: true,
});
const evidence = evidenceOf(inclusion);
const verdict = (changes: Partial<EvmEvidence>, movement = seen!) =>
  verdictOf({ ...evidence, ...changes }, movement, recordedWatch);

describe('The judgement of a movement', () => {
  it('is FINAL at the finalised block itself', () => {
    expect(verdict({})).toEqual({ verdict: 'FINAL', movement: seen });
  });

  it('is PENDING one block above the finalised one', () => {
    expect(verdict({ finalisedNumber: evidence.finalisedNumber - 1n, canonical: null })).toEqual({
      verdict: 'PENDING',
    });
  });

  it('is PENDING above the finalised block even when the canonical block is at hand', () => {
    expect(verdict({ finalisedNumber: evidence.finalisedNumber - 1n })).toEqual({ verdict: 'PENDING' });
  });

  it('is refused when the receipt names a block that is not the canonical one', () => {
    expect(() => verdict({ canonical: { ...evidence.canonical!, hash: OTHER_HASH } })).toThrow('disagree');
  });

  it('carries the facts of the block that stayed, not those that were seen', () => {
    const stale = { ...seen!, blockHash: OTHER_HASH, blockNumber: '1', amountBaseUnits: '999999999' };
    expect(verdict({}, stale)).toEqual({ verdict: 'FINAL', movement: seen });
  });

  it('is GONE when the transaction failed after all', () => {
    const failed = recordedInclusion('reverted');
    expect(verdictOf(evidenceOf(failed), { ...seen!, txid: failed.transaction.hash }, recordedWatch)).toEqual({
      verdict: 'GONE',
      reason: 'TRANSACTION_FAILED',
    });
  });

  it('is GONE when the transaction has no movement at that position', () => {
    expect(verdict({}, { ...seen!, position: '4' })).toEqual({ verdict: 'GONE', reason: 'NO_SUCH_MOVEMENT' });
  });

  it('waits for finality before it calls a failed transaction gone', () => {
    const receipt = { ...inclusion.receipt, succeeded: false };
    expect(verdict({ receipt, finalisedNumber: 0n, canonical: null })).toEqual({ verdict: 'PENDING' });
  });

  describe('without a receipt', () => {
    const replaced = { ...evidence.canonical!, hash: OTHER_HASH };

    it('is GONE when another block is final where it was seen and nobody knows the transaction', () => {
      expect(verdict({ receipt: null, transaction: null, canonical: replaced, isListed: false })).toEqual({
        verdict: 'GONE',
        reason: 'REORGANISED_AWAY',
      });
    });

    it('is PENDING while the block where it was seen is not final', () => {
      const early = { receipt: null, transaction: null, canonical: null, finalisedNumber: 0n };
      expect(verdict(early)).toEqual({ verdict: 'PENDING' });
    });

    it('is PENDING while the transaction waits for another block', () => {
      const waiting = { ...inclusion.transaction, blockHash: null };
      const evidence = { receipt: null, transaction: waiting, canonical: replaced, isListed: false };
      expect(verdict(evidence)).toEqual({ verdict: 'PENDING' });
    });

    it.each([
      ['a block lists the transaction', { isListed: true, transaction: null }],
      ['the transaction says that it is in a block', { isListed: false, transaction: inclusion.transaction }],
    ])('A5: is refused when %s', (_, changes) => {
      expect(() => verdict({ receipt: null, canonical: replaced, ...changes })).toThrow('no receipt of it');
    });

    it('is refused when the node still has the very block where it was seen', () => {
      const lost = { receipt: null, transaction: null, isListed: false };
      expect(() => verdict(lost)).toThrow('but not its transaction');
    });
  });

  it('is refused when the receipt is of another transaction', () => {
    const receipt = { ...inclusion.receipt, transactionHash: OTHER_HASH };
    expect(() => verdict({ receipt })).toThrow('disagree');
  });

  it('is about the receiver of then, whatever the networks file has named since', () => {
    const watch = { ...recordedWatch, receivers: [`0x${'ab'.repeat(20)}`] };
    expect(verdictOf(evidence, seen!, watch)).toEqual({ verdict: 'FINAL', movement: seen });
  });

  it('A5: is refused when the block does not list the transaction', () => {
    expect(() => verdict({ isListed: false })).toThrow('disagree');
  });

  it('A3: is refused when the transaction is of another chain', () => {
    const transaction = { ...inclusion.transaction, chainId: 1n };
    expect(() => verdict({ transaction })).toThrow('is of chain 1');
  });

  it('A3: does not mind a transaction that names no chain', () => {
    const transaction = { ...inclusion.transaction, chainId: null };
    expect(verdict({ transaction })).toEqual({ verdict: 'FINAL', movement: seen });
  });

  describe('A5: of what no block lists', () => {
    const unlisted = { ...seen!, unsupported: 'NOT_IN_THE_BLOCK' };

    it.each([
      ['is not known by its hash', { transaction: null, isListed: false }],
      ['is listed after all', {}],
    ])('goes by the receipt alone, and never pays by itself, when the transaction %s', (_, changes) => {
      const movement = { ...unlisted, memos: [] };
      expect(verdict(changes, unlisted)).toEqual({ verdict: 'FINAL', movement });
    });
  });

  it.each([
    ['is unknown', null],
    ['is another one', { ...inclusion.transaction, hash: OTHER_HASH }],
    ['is in another block', { ...inclusion.transaction, blockHash: OTHER_HASH }],
  ])('is refused when the receipt is there and the transaction %s', (_, transaction) => {
    expect(() => verdict({ transaction })).toThrow('disagree');
  });
});
