import { TronWeb } from 'tronweb';
import type { ChainReader } from '../../../../commands/ports/chains/chain-reader';
import { createChainReader } from '../../../../infra/chains/families';
import { paymentInstruction, type TronPaymentInstruction } from '../../../../infra/chains/tron/protocol/instruction';
import { type ServedJavaTron, serveJavaTron } from '../served/java-tron';
import { assets, createScenario, MEMO, optionsFor, payer, TRX, USDT, wallet } from './scenario';

const world = createScenario();
const { ledger, closed } = world;
const network = { family: 'tron', chainId: null, name: 'tron', networkId: closed.identity } as const;
const paymentOf = (assetId: number, amountBaseUnits = 5_000n) => ({
  ...{ network, asset: assets.find((one) => one.assetId === assetId)!, amountBaseUnits },
  ...{ receiver: wallet.base58, memo: MEMO },
});

let served: ServedJavaTron;
let reader: ChainReader;
let web: TronWeb;
beforeAll(async () => {
  served = await serveJavaTron(ledger);
  reader = await createChainReader(optionsFor(world, [served.server.url]));
  web = new TronWeb({ fullHost: served.server.url, privateKey: payer.privateKey });
});
afterAll(async () => {
  await reader.close();
  await served.server.close();
});

const built = async (told: TronPaymentInstruction) => {
  const { transactionBuilder: builder } = web;
  if (told.kind === 'sendTrx') return builder.sendTrx(told.to, Number(told.amountSun));
  const { contract, functionSelector, parameters } = told;
  return (await builder.triggerSmartContract(contract, functionSelector, { txLocal: true }, [...parameters]))
    .transaction;
};

/** As a wallet builds, signs and sends it through its node. */
const send = async (told: TronPaymentInstruction): Promise<string> => {
  const noted = await web.transactionBuilder.addUpdateData(await built(told), told.memo, 'utf8', { txLocal: true });
  const { txid } = await web.trx.sendRawTransaction(await web.trx.sign(noted));
  return txid;
};

describe('The instruction of a payment on Tron', () => {
  test.each([
    ['coin', TRX],
    ['tokens', USDT],
  ])('pays in %s once built and signed by the library', async (_, assetId) => {
    const from = BigInt(ledger.blocks.length);
    const told = paymentInstruction(paymentOf(assetId));
    const txid = await send(JSON.parse(JSON.stringify(told)) as TronPaymentInstruction);
    const found = await reader.scan({ from, to: from, resume: null });
    expect(told.genesisBlockId).toBe(closed.identity);
    expect(found).toMatchObject({
      movements: [{ movement: { txid, assetId, amountBaseUnits: '5000', memos: [MEMO], unsupported: null } }],
    });
  });

  test('rejects an impossible payment', () => {
    const coin = paymentOf(TRX);
    expect(() => paymentInstruction(paymentOf(TRX, 0n))).toThrow('does not fit');
    expect(() => paymentInstruction(paymentOf(TRX, 2n ** 53n))).toThrow('does not fit');
    expect(() => paymentInstruction(paymentOf(USDT, 2n ** 256n))).toThrow('does not fit');
    expect(paymentInstruction(paymentOf(USDT, 2n ** 256n - 1n))).toHaveProperty('kind', 'triggerSmartContract');
    expect(() => paymentInstruction({ ...coin, receiver: '0x00' })).toThrow('21 bytes in base58');
    expect(() => paymentInstruction({ ...coin, memo: '' })).toThrow('A memo is text');
    expect(() => paymentInstruction({ ...coin, memo: '0x61' })).toThrow('does not begin with 0x');
    expect(() => paymentInstruction({ ...coin, network: { ...network, family: 'evm' } })).toThrow('not a Tron');
  });
});
