import type { Payment } from 'xrpl';
import type { Asset } from '../../../../commands/ports/chains/catalog';
import { FAMILIES } from '../../../../infra/chains/families';
import { paymentInstruction } from '../../../../infra/chains/xrpl/instruction';
import { assets, issuer, MEMO, network, openWorld, payer, RLUSD, RLUSD_HEX, receiver, USD, XRP } from './scenario';

const assetOf = (assetId: number): Asset => assets.find((asset) => asset.assetId === assetId)!;

const toInstruct = (assetId: number, amountBaseUnits = 12_345_600n) => ({
  ...{ network, asset: assetOf(assetId), amountBaseUnits, receiver: receiver.address, memo: MEMO },
});

describe('The instruction of a payment on the XRP Ledger', () => {
  test.each([XRP, RLUSD, USD])('pays in asset %s once a wallet has signed it', async (assetId) => {
    const world = await openWorld();
    const { rippled, reader, send } = world;
    for (const code of [RLUSD_HEX, 'USD']) rippled.trust(payer.address, code, issuer.address).balance = 100_000_000n;
    const told = FAMILIES.xrpl.watching!.instruction(toInstruct(assetId)) as Payment;
    const txid = await send({ ...told, Account: payer.address, Fee: '10' });
    const { newest } = await reader.heads([]).then((heads) => {
      if (heads.outcome !== 'HEADS') throw new Error('no heads');
      return heads;
    });
    const found = await reader.scan({ from: newest.height, to: newest.height, resume: null });
    expect(found).toMatchObject({
      movements: [{ movement: { txid, assetId, amountBaseUnits: '12345600', memos: [MEMO], unsupported: null } }],
    });
    await world.close();
  });

  test('writes amounts, memo and flags as the ledger does', () => {
    const Memos = [{ Memo: { MemoData: Buffer.from(MEMO).toString('hex').toUpperCase() } }];
    const common = { TransactionType: 'Payment', Destination: receiver.address, Flags: 0, Memos };
    const issued = { currency: 'USD', issuer: issuer.address };
    expect(paymentInstruction(toInstruct(XRP))).toEqual({ ...common, Amount: '12345600' });
    expect(paymentInstruction(toInstruct(USD, 5n))).toEqual({ ...common, Amount: { ...issued, value: '0.000005' } });
    expect(paymentInstruction(toInstruct(USD, 7_000_000n))).toEqual({ ...common, Amount: { ...issued, value: '7' } });
  });

  test('names a network that requires it', () => {
    const named = (networkId: string) => paymentInstruction({ ...toInstruct(XRP), network: { ...network, networkId } });
    expect(named('21338').NetworkID).toBe(21_338);
    expect(named('1024')).not.toHaveProperty('NetworkID');
  });

  test.each<[string, object, string]>([
    ['an amount of zero', { amountBaseUnits: 0n }, 'does not fit'],
    ['more coin than there is', { amountBaseUnits: 10n ** 17n + 1n }, 'does not fit'],
    ['a value of 17 digits', { asset: assetOf(USD), amountBaseUnits: 12_345_678_901_234_567n }, 'does not fit'],
    ['an asset without an issuer', { asset: { ...assetOf(USD), contract: 'USD' } }, 'code and an issuer'],
    ['an empty memo', { memo: '' }, 'A memo is text'],
    ['another family', { network: { ...network, family: 'evm' } }, 'not an XRPL network'],
  ])('rejects %s', (_, given, words) => {
    expect(() => paymentInstruction({ ...toInstruct(XRP), ...given })).toThrow(words);
  });
});
