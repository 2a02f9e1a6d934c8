import { createLedger } from '../../../../../infra/chains/local/solana/ledger';

const GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

/** The wire names its signature and its accounts; `free` pays no fee. */
const opened = () =>
  createLedger({
    genesisHash: GENESIS,
    startedAtSeconds: 1_000,
    execute: (wire) => {
      const [signature = '', ...accounts] = wire.toString().split(' ');
      if (signature === 'free') return null;
      return { signature, version: 'legacy', wire, accounts, memo: null, err: null, meta: {} };
    },
  });

type Ledger = ReturnType<typeof opened>;
const pass = (ledger: Ledger, slots: number): void => {
  for (let slot = 0; slot < slots; slot += 1) ledger.nextSlot();
};
const submit = (ledger: Ledger, ...texts: readonly string[]): void => {
  for (const text of texts) ledger.submit(Buffer.from(text));
};
const ALL = { limit: 1_000, before: null, until: null };
const listed = (ledger: Ledger, asked: Partial<typeof ALL | { before: string; until: string }> = {}) =>
  ledger.transactionsOf('a', { ...ALL, ...asked }).map(({ signature }) => signature);

describe('slots', () => {
  it('are final two slots later, each with the time of its number', () => {
    const ledger = opened();
    expect([ledger.newestSlot(), ledger.finalSlot()]).toEqual([2, 0]);
    pass(ledger, 5);
    expect([ledger.newestSlot(), ledger.finalSlot()]).toEqual([7, 5]);
    expect(ledger.block(5)).toMatchObject({ slot: 5, parentSlot: 4, blockHeight: 5, blockTimeSeconds: 1_002 });
    expect(ledger.block(5)?.previousBlockhash).toBe(ledger.block(4)?.blockhash);
    expect(ledger.block(6)).toBeNull();
  });

  it('keep the final slot and the height when they have no block', () => {
    const ledger = opened();
    for (const hasBlock of [true, false, false, true, true]) ledger.nextSlot(hasBlock);
    expect(ledger.finalSlot()).toBe(3);
    expect([ledger.block(4), ledger.block(5)]).toEqual([null, null]);
    ledger.nextSlot();
    expect(ledger.block(6)).toMatchObject({ parentSlot: 3, blockHeight: 4 });
  });

  it('accept blockhashes of the last 150 slots only', () => {
    const ledger = opened();
    pass(ledger, 2);
    const blockhash = ledger.block(2)?.blockhash ?? '';
    pass(ledger, 147);
    expect(ledger.isRecent(blockhash)).toBe(true);
    pass(ledger, 1);
    expect(ledger.isRecent(blockhash)).toBe(false);
    expect(ledger.isRecent(GENESIS)).toBe(false);
  });
});

describe('transactions', () => {
  it('land in the first block after the slot of their submission', () => {
    const ledger = opened();
    submit(ledger, 'one a');
    for (const hasBlock of [false, true, true]) ledger.nextSlot(hasBlock);
    expect(ledger.transaction('one')).toBeNull();
    ledger.nextSlot();
    expect(ledger.transaction('one')).toMatchObject({ slot: 4, blockTimeSeconds: 1_001, accounts: ['a'] });
    expect(ledger.transactionsIn(4)).toHaveLength(1);
  });

  it('leave no trace when they pay no fee', () => {
    const ledger = opened();
    submit(ledger, 'free a', 'one a');
    pass(ledger, 3);
    expect(listed(ledger)).toEqual(['one']);
  });

  it('are listed for each of their accounts once, newest first', () => {
    const ledger = opened();
    submit(ledger, 'one a b', 'two a a');
    pass(ledger, 1);
    submit(ledger, 'three a', 'four b');
    pass(ledger, 3);
    expect(listed(ledger)).toEqual(['three', 'two', 'one']);
    expect(ledger.transactionsOf('b', ALL).map(({ signature }) => signature)).toEqual(['four', 'one']);
  });

  it('are paged by signatures, even of other accounts', () => {
    const ledger = opened();
    submit(ledger, 'one a', 'other b', 'two a', 'three a');
    pass(ledger, 3);
    expect(listed(ledger, { limit: 2 })).toEqual(['three', 'two']);
    expect(listed(ledger, { before: 'two' })).toEqual(['one']);
    expect(listed(ledger, { until: 'other' })).toEqual(['three', 'two']);
    expect(listed(ledger, { before: 'unknown' })).toEqual([]);
    expect(listed(ledger, { until: 'unknown' })).toEqual(['three', 'two', 'one']);
  });

  it('are deleted with their slots', () => {
    const ledger = opened();
    submit(ledger, 'one a');
    pass(ledger, 1);
    submit(ledger, 'two a');
    pass(ledger, 3);
    ledger.forgetBefore(4);
    expect(listed(ledger)).toEqual(['two']);
    expect([ledger.transaction('one'), ledger.block(3), ledger.firstSlot()]).toEqual([null, null, 4]);
  });
});
