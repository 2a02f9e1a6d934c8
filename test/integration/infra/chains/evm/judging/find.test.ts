import { RECEIVER } from '../../../../../stores/anvil';
import { coin, type MadeTransaction, PAYER, token, transferLog } from '../made-chain';
import { COIN_ASSET, MEMO, seenIn, TOKEN_ASSET } from '../scenario';
import { scriptedLab } from '../scripted-lab';

const ELSEWHERE = `0x${'e1'.repeat(20)}`;
const NOT_FINAL_BLOCKS = 5;

describe('transactions found on the EVM', () => {
  const { chainOf, node, reader } = scriptedLab();

  const paid = async (transaction: MadeTransaction, blocks = 12) => {
    const chain = chainOf(20);
    const { number } = chain.mine([transaction]);
    chain.pass(blocks);
    const own = await node(chain);
    return { own, one: reader([own], {}, { finality: { depth: 10 } }), chain, height: BigInt(number) };
  };

  it('include a final payment as the scan does, with its transfer', async () => {
    const payment = token(100n, MEMO);
    const { one, height } = await paid(payment);
    const [seen] = await seenIn(one, height);
    expect(await one.find([payment.hash])).toEqual([
      {
        ...{ outcome: 'FINAL', movements: [{ movement: seen, isFinal: false }] },
        transfers: [{ from: PAYER, to: RECEIVER, assetId: TOKEN_ASSET, baseUnits: 100n, reference: null }],
      },
    ]);
  });

  it('include the coin and listed tokens that our own transaction pays to others', async () => {
    const logs = [transferLog(3n, RECEIVER, ELSEWHERE), transferLog(4n, RECEIVER, ELSEWHERE, ELSEWHERE)];
    const refund = coin(7n, '', { from: RECEIVER, to: ELSEWHERE, logs });
    const { one } = await paid(refund);
    const terms = { from: RECEIVER, to: ELSEWHERE, reference: null };
    expect(await one.find([refund.hash])).toEqual([
      {
        ...{ outcome: 'FINAL', movements: [] },
        transfers: [
          { ...terms, assetId: COIN_ASSET, baseUnits: 7n },
          { ...terms, assetId: TOKEN_ASSET, baseUnits: 3n },
        ],
      },
    ]);
  });

  it('include no transfer of a transaction that failed', async () => {
    const failed = coin(7n, MEMO, { succeeded: false });
    const { one } = await paid(failed);
    expect(await one.find([failed.hash])).toEqual([{ outcome: 'FINAL', movements: [], transfers: [] }]);
  });

  it('are pending until their block is final', async () => {
    const payment = coin(7n, MEMO);
    const { one } = await paid(payment, NOT_FINAL_BLOCKS);
    expect(await one.find([payment.hash])).toEqual([{ outcome: 'PENDING' }]);
  });

  it('ask for an unknown transaction and its receipt only, after the check of the chain', async () => {
    const { one, own } = await paid(coin(7n));
    await one.heads([]);
    const before = own.calls.length;
    expect(await one.find([`0x${'12'.repeat(32)}`])).toEqual([{ outcome: 'UNKNOWN' }]);
    expect(own.calls.slice(before).map(({ method }) => method)).toEqual([
      'eth_chainId',
      'eth_getTransactionByHash',
      'eth_getTransactionReceipt',
    ]);
  });

  it('does not read a transaction about which two nodes differ', async () => {
    const payment = token(100n, MEMO);
    const { own, chain } = await paid(payment);
    const liar = await node(chain);
    liar.lie = ({ method }) => {
      const { number, hash } = chain.blocks.find(({ transactions }) => transactions.includes(payment))!;
      const place = { blockHash: hash, blockNumber: `0x${number.toString(16)}` };
      const receipt = { transactionHash: payment.hash, status: '0x1', ...place, logs: [] };
      return method === 'eth_getTransactionReceipt' ? { result: receipt } : undefined;
    };
    const both = reader([own, liar], {}, { finality: { depth: 10 } });
    expect(await both.find([payment.hash])).toEqual([
      { outcome: 'UNREAD', reason: expect.stringContaining('differently') as string },
    ]);
  });
});
