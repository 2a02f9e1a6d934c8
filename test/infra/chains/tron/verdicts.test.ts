import { testVerdictPage } from '../verdict-page';
import { cropOf, played } from './played';
import { MEMO } from './scenario';
import * as rows from './verdict-rows';

const { world, memosOf } = rows;

testVerdictPage('Tron', {
  ...{ pays: rows.PAYS, NO_MEMO: rows.NO_MEMO, AMBIGUOUS: rows.AMBIGUOUS },
  ...{ UNSUPPORTED_TRANSFER: rows.UNSUPPORTED, 'look-alike': rows.LOOK_ALIKE, nothing: rows.NOTHING },
});

describe.each([
  ['takes', rows.PAYS],
  ['takes without a memo', rows.NO_MEMO],
  ['takes as ambiguous', rows.AMBIGUOUS],
  ['takes as unsupported', rows.UNSUPPORTED],
  ['takes as a look-alike', rows.LOOK_ALIKE],
  ['takes no notice of', rows.NOTHING],
] as const)('The verdict on a Tron transaction %s', (_, table) => {
  test.each(table)('$title', async (row) => {
    const payment = await world.signed(await row.build(), row.memo === undefined ? MEMO : row.memo, row.from);
    const crop = cropOf(played(world, payment));
    const memos = memosOf(row);
    const expected = row.expected.map((one) => ({ movements: 1, ...one, memos, txid: payment.txID }));
    expect(crop).toMatchObject({ movements: expected });
    expect(crop).toHaveProperty('movements.length', expected.length);
  });
});
