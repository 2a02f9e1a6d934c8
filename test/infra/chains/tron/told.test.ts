import { createHash } from 'node:crypto';
import type { Walked } from '../../../../infra/chains/tron/reading/told';
import type { Fields } from '../served/tron-ledger';
import { cropOf, played } from './played';
import { createScenario, MEMO, USDT, usdt, wallet } from './scenario';

const world = createScenario();
const { signed, coin, call } = world;
const TO_US = [wallet.base58, 25];

const pay = async (memo: string = MEMO, amount = 5_000): Promise<Walked> =>
  played(world, await signed(await coin(amount), memo));
const withTransaction = (walked: Walked, more: Fields): Walked => ({
  ...walked,
  transaction: { ...walked.transaction, ...more },
});
const withInfo = (walked: Walked, more: Fields): Walked => ({ ...walked, info: { ...walked.info, ...more } });
const hexOf = ({ transaction }: Walked): string => transaction['raw_data_hex'] as string;

/** As though the chain had such bytes. */
const withBytes = (walked: Walked, raw_data_hex: string): Walked => {
  const txid = createHash('sha256').update(Buffer.from(raw_data_hex, 'hex')).digest('hex');
  return { ...withTransaction(walked, { raw_data_hex, txID: txid }), txid };
};

describe('A Tron transaction', () => {
  test('is a contradiction when its raw_data has another amount', async () => {
    const walked = await pay();
    const raw_data = structuredClone(walked.transaction['raw_data']) as {
      contract: { parameter: { value: { amount: number } } }[];
    };
    raw_data.contract[0]!.parameter.value.amount = 9_000;
    expect(cropOf(walked)).toMatchObject({ movements: [{ amountBaseUnits: '5000' }] });
    expect(cropOf(withTransaction(walked, { raw_data }))).toMatchObject({ isContradiction: true, memos: [MEMO] });
  });

  test('is a contradiction when its raw_data_hex has another memo', async () => {
    const walked = await pay(`${MEMO}x`);
    const raw_data_hex = hexOf(walked).replace(/78(?=5a6)/, '79');
    expect(raw_data_hex).not.toBe(hexOf(walked));
    expect(cropOf(withTransaction(walked, { raw_data_hex }))).toMatchObject({
      ...{ isContradiction: true, memos: [`${MEMO}y`] },
    });
  });

  test('is a contradiction when its info and its own result disagree', async () => {
    const walked = await pay();
    expect(cropOf(withInfo(walked, { result: 'FAILED' }))).toMatchObject({ isContradiction: true });
    const ret = [{ contractRet: 'OUT_OF_ENERGY' }];
    expect(cropOf(withTransaction(walked, { ret }))).toMatchObject({ isContradiction: true });
  });

  test('has the memo of its bytes when the node shows text', async () => {
    const walked = await pay();
    const raw_data = { ...(walked.transaction['raw_data'] as Fields), data: MEMO };
    expect(cropOf(withTransaction(walked, { raw_data }))).toMatchObject({ movements: [{ memos: [MEMO] }] });
  });

  test('has an amount beyond 2^53 exactly, which the library rounds', async () => {
    const walked = await pay();
    // The varint of 2^53 + 1 instead of that of 5000, and the longer lengths around it.
    const hex = hexOf(walked).replace('188827', '188180808080808010').replace('5a66', '5a6c').replace('1262', '1268');
    const longer = hex.replace('436f6e74726163741231', '436f6e74726163741237');
    expect(cropOf(withBytes(walked, longer))).toMatchObject({
      movements: [{ amountBaseUnits: (2n ** 53n + 1n).toString(), memos: [MEMO] }],
    });
  });

  test('is unread with its memo when its info is malformed, and never paid', async () => {
    const walked = played(world, await signed(await call(usdt.base58, 'transfer(address,uint256)', TO_US), MEMO));
    expect(cropOf(walked)).toMatchObject({ movements: [{ assetId: USDT }] });
    for (const info of [{ log: 'x' }, { log: [{ address: 7 }] }, { receipt: {} }, { receipt: { result: 7 } }]) {
      expect(cropOf(withInfo(walked, info))).toMatchObject({ isContradiction: false, memos: [MEMO] });
    }
  });

  test('is unread without a memo when its bytes are malformed', async () => {
    const walked = await pay();
    expect(cropOf(withTransaction(walked, { raw_data_hex: null }))).toMatchObject({
      isContradiction: true,
      memos: null,
    });
    expect(cropOf(withBytes(walked, `${hexOf(walked)}5a`))).toMatchObject({ isContradiction: false, memos: null });
  });

  test('has no memo of ours when its text is no UTF-8 or has 100 kB', async () => {
    const walked = await pay();
    const [ours, broken] = ['acme:', 'acme\xff'].map((text) => Buffer.from(text, 'latin1').toString('hex'));
    const replaced = withBytes(walked, hexOf(walked).replace(ours!, broken!));
    const raw_data = JSON.parse(JSON.stringify(walked.transaction['raw_data']).replace(ours!, broken!)) as Fields;
    expect(cropOf(withTransaction(replaced, { raw_data }))).toMatchObject({ movements: [{ memos: [] }] });
    expect(cropOf(await pay(`acme:${'x'.repeat(100_000)}`))).toMatchObject({ movements: [{ memos: [] }] });
  });
});
