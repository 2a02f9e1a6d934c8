import { MEMO } from '../../../fixtures/solana/scenario';
import { legacy } from '../../../fixtures/solana/wire';
import { testVerdictPage } from '../verdict-page';
import { AMBIGUOUS, LOOK_ALIKE, NOTHING, PAYS, type Row, UNSUPPORTED } from './verdict-rows';
import { cropOf, run } from './verdict-world';

const movementsOf = (row: Row) => {
  const { make = legacy, instructions, signers } = row;
  const crop = cropOf(run(make, instructions(), signers));
  if ('reason' in crop) throw new Error(crop.reason);
  return crop.movements;
};

describe.each([
  ['takes', PAYS],
  ['takes as ambiguous', AMBIGUOUS],
  ['takes as unsupported', UNSUPPORTED],
  ['takes as a look-alike', LOOK_ALIKE],
  ['takes no notice of', NOTHING],
] as const)('The verdict on a Solana transaction %s', (_, rows) => {
  test.each(rows)('$title', (row) => {
    const { expected, memos = [MEMO] } = row;
    const movements = movementsOf(row);
    expect(movements).toHaveLength(expected.length);
    expect(movements).toMatchObject(expected.map((one) => ({ movements: 1, ...one, memos })));
  });
});

testVerdictPage('Solana', {
  pays: PAYS,
  AMBIGUOUS,
  UNSUPPORTED_TRANSFER: UNSUPPORTED,
  'look-alike': LOOK_ALIKE,
  nothing: NOTHING,
});
