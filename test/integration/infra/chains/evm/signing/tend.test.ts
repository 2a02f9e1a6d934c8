import { broadcast } from '../../../../../../infra/chains/evm/signing/broadcast';
import { orderKeyOf } from '../../../../../../infra/chains/evm/signing/order-key';
import { outcomeOf } from '../../../../../../infra/chains/evm/signing/outcome';
import { createPostgresSignedOrders } from '../../../../../../infra/chains/evm/signing/postgres-signed-orders';
import { prepare } from '../../../../../../infra/chains/evm/signing/prepare';
import type { Version } from '../../../../../../infra/chains/evm/signing/signer-book';
import type { SigningScope } from '../../../../../../infra/chains/evm/signing/signing-scope';
import { tend } from '../../../../../../infra/chains/evm/signing/tend';
import { signingLab, unsigned } from './signing-lab';

const ELSEWHERE = '0x00000000000000000000000000000000b0ffee99';

describe("the care for a signer's nonces", () => {
  const lab = signingLab();

  const signed = async (scope: SigningScope, key: string, mayReplace = false): Promise<Version> => {
    const prepared = await prepare(scope, key, { to: ELSEWHERE, value: 1n, data: '0x' }, { mayReplace });
    if (prepared.outcome !== 'PREPARED') throw new Error(prepared.outcome);
    return prepared.version;
  };
  const send = async (scope: SigningScope, version: Version) => {
    const { raw, txid } = scope.signer.sign(scope.account.chainId, version);
    return broadcast(scope, raw, txid);
  };
  const outcome = async (scope: SigningScope, { nonce, txid }: Version) =>
    (await outcomeOf(scope, { nonce, txids: [txid] })).outcome;
  const count = async (scope: SigningScope) =>
    Number(await lab.chain().rpc('eth_getTransactionCount', [scope.signer.address, 'latest']));
  const nobody = () => false;

  it('fills a nonce that was never sent once a later one has waited ten minutes', async () => {
    const scope = lab.open(await lab.rich());
    const abandoned = await signed(scope, 'abandoned');
    const waiting = await signed(scope, 'waiting');
    await send(scope, waiting);
    await tend(scope, nobody);
    expect(await count(scope)).toBe(0);
    lab.advance(600_000);
    await tend(scope, nobody);
    await lab.chain().mine(3);
    expect(await count(scope)).toBe(2);
    expect(await outcome(scope, waiting)).toBe('FINAL');
    // The proof that a nonce was filled needs a minute from a single node.
    expect(await outcome(scope, abandoned)).toBe('PENDING');
    lab.advance(60_000);
    expect(await outcome(scope, abandoned)).toBe('DISPLACED');
    expect((await send(scope, abandoned)).outcome).toBe('NONCE_USED');
    expect((await signed(scope, 'abandoned')).txid).toBe(abandoned.txid);
  });

  it('fills an unused nonce after an hour when we may replace it, and not sooner', async () => {
    const scope = lab.open(await lab.rich());
    await signed(scope, 'alone');
    lab.advance(3_599_000);
    await tend(scope, () => true);
    expect(await lab.book().versions(scope.account, 'alone')).toHaveLength(1);
    lab.advance(3_601_000);
    await tend(scope, () => true);
    await lab.chain().mine(1);
    expect(await count(scope)).toBe(1);
  });

  it('fills no unused nonce that we may not replace', async () => {
    const scope = lab.open(await lab.rich());
    await signed(scope, 'alone');
    lab.advance(3_600_000);
    await tend(scope, nobody);
    expect(await count(scope)).toBe(0);
  });

  it('fills a nonce that was claimed but never used for a signature', async () => {
    const scope = lab.open(await lab.rich());
    await unsigned(lab.pool(), scope.account, 0n);
    await send(scope, await signed(scope, 'waiting'));
    lab.advance(600_000);
    await tend(scope, nobody);
    await lab.chain().mine(1);
    expect(await count(scope)).toBe(2);
  });

  it('fills no nonce for which another process has signed an order meanwhile', async () => {
    const scope = lab.open(await lab.rich());
    await unsigned(lab.pool(), scope.account, 0n);
    await send(scope, await signed(scope, 'waiting'));
    lab.advance(600_000);
    const { open } = scope.book;
    const outdated: SigningScope = {
      ...scope,
      book: {
        ...scope.book,
        open: async (...asked) => {
          const seen = await open(...asked);
          await signed(scope, 'died before it signed');
          return seen;
        },
      },
    };
    await expect(tend(outdated, nobody)).rejects.toThrow('is missing or belongs');
    const [order] = await lab.book().versions(scope.account, 'died before it signed');
    expect(order).toMatchObject({ purpose: 'ORDER', sentAtMs: null });
  });

  it('sends a transaction again when every node has forgotten it', async () => {
    const scope = lab.open(await lab.rich());
    await lab.chain().rpc('evm_setAutomine', [false]);
    const lost = await signed(scope, 'lost');
    await send(scope, lost);
    await lab.chain().rpc('anvil_dropAllTransactions');
    expect(await outcome(scope, lost)).toBe('UNKNOWN');
    lab.advance(60_000);
    await tend(scope, nobody);
    expect(await outcome(scope, lost)).toBe('PENDING');
  });

  it('replaces a stuck transaction at its nonce for a higher fee, when allowed', async () => {
    const scope = lab.open(await lab.rich());
    await lab.chain().rpc('evm_setAutomine', [false]);
    const first = await signed(scope, 'stuck');
    await send(scope, first);
    lab.advance(180_000);
    await tend(scope, nobody);
    expect(await lab.book().versions(scope.account, 'stuck')).toHaveLength(1);
    await tend(scope, (key) => key === 'stuck');
    const [, second] = await lab.book().versions(scope.account, 'stuck');
    expect(second).toMatchObject({ nonce: first.nonce, version: 1, purpose: 'ORDER', to: first.to, value: 1n });
    expect(second!.highestFeePerGas).toBeGreaterThan((first.highestFeePerGas * 11n) / 10n);
    await lab.chain().mine(3);
    expect(await outcome(scope, second!)).toBe('FINAL');
  });

  it('sends a signed replacement of a process that died before the sending', async () => {
    const scope = lab.open(await lab.rich());
    await lab.chain().rpc('evm_setAutomine', [false]);
    await send(scope, await signed(scope, 'stuck'));
    lab.advance(180_000);
    const dying: SigningScope = {
      ...scope,
      book: { ...scope.book, markSent: async () => Promise.reject(new Error('died')) },
    };
    await expect(tend(dying, () => true)).rejects.toThrow('died');
    const [, second] = await lab.book().versions(scope.account, 'stuck');
    expect(second?.sentAtMs).toBeNull();
    await tend(scope, () => true);
    expect(await lab.book().versions(scope.account, 'stuck')).toHaveLength(2);
    await lab.chain().mine(3);
    expect(await outcome(scope, second!)).toBe('FINAL');
  });

  it('signs nothing above the maximum fee, and does not change the transaction', async () => {
    const signer = await lab.rich();
    const scope = lab.open(signer);
    await lab.chain().rpc('evm_setAutomine', [false]);
    const first = await signed(scope, 'stuck');
    await send(scope, first);
    lab.advance(180_000);
    const poor = lab.open(signer, { mostFeePerGas: first.highestFeePerGas });
    expect((await signed(poor, 'stuck', true)).txid).toBe(first.txid);
    expect((await signed(scope, 'stuck', true)).txid).not.toBe(first.txid);
  });

  describe('with an abandoned order', () => {
    const key = '7e1d';
    const abandon = () =>
      createPostgresSignedOrders(lab.pool()).abandon({ purpose: 'REDEMPTION', redemptionKey: key }, null);
    const keyInBook = orderKeyOf({ purpose: 'REDEMPTION', redemptionKey: key });
    const lost = async (scope: SigningScope) => {
      await lab.chain().rpc('evm_setAutomine', [false]);
      const order = await signed(scope, keyInBook);
      await send(scope, order);
      return order;
    };
    const versions = async (scope: SigningScope) =>
      (await lab.book().versions(scope.account, keyInBook)).map(({ purpose }) => purpose);

    it('gives its nonce to an empty transfer, even when nodes have the order in their pools', async () => {
      const scope = lab.open(await lab.rich());
      const order = await lost(scope);
      await abandon();
      await tend(scope, nobody);
      await lab.chain().mine(3);
      expect(await versions(scope)).toEqual(['ORDER', 'FILLER']);
      expect(await outcome(scope, order)).toBe('PENDING');
      lab.advance(60_000);
      expect(await outcome(scope, order)).toBe('DISPLACED');
      expect((await send(scope, order)).outcome).toBe('NONCE_USED');
    });

    it('sends that transfer again for a higher fee until it is in a block, and never the order', async () => {
      const scope = lab.open(await lab.rich());
      const order = await lost(scope);
      await abandon();
      await tend(scope, nobody);
      await lab.chain().rpc('anvil_dropAllTransactions');
      lab.advance(180_000);
      await tend(scope, nobody);
      expect(await versions(scope)).toEqual(['ORDER', 'FILLER', 'FILLER']);
      await lab.chain().mine(3);
      lab.advance(60_000);
      await outcome(scope, order);
      lab.advance(60_000);
      expect(await outcome(scope, order)).toBe('DISPLACED');
    });

    it('sends a signed transfer of a process that died before the sending', async () => {
      const scope = lab.open(await lab.rich());
      await lost(scope);
      await abandon();
      const book = { ...scope.book, markSent: async () => Promise.reject(new Error('died')) };
      await expect(tend({ ...scope, book }, nobody)).rejects.toThrow('died');
      await lab.chain().rpc('anvil_dropAllTransactions');
      await tend(scope, nobody);
      expect(await versions(scope)).toEqual(['ORDER', 'FILLER']);
      await lab.chain().mine(1);
      expect(await count(scope)).toBe(1);
    });

    it('never sends the order again when its replacement costs more than allowed', async () => {
      const signer = await lab.rich();
      const order = await lost(lab.open(signer));
      await lab.chain().rpc('anvil_dropAllTransactions');
      await abandon();
      lab.advance(180_000);
      const poor = lab.open(signer, { mostFeePerGas: order.highestFeePerGas });
      await tend(poor, () => true);
      expect(await versions(poor)).toEqual(['ORDER']);
      expect(await outcome(poor, order)).toBe('UNKNOWN');
    });
  });
});
