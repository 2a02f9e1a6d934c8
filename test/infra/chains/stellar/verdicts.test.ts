import { testVerdictPage } from '../verdict-page';
import { built, movementsOf, openWorld, type StellarWorld, TOLD_MEMO } from './scenario';
import {
  AMBIGUOUS,
  feeBumped,
  LOOK_ALIKE,
  NOTHING,
  PAYS,
  pay,
  type Row,
  UNSUPPORTED,
  WITHOUT_MEMO,
} from './verdict-rows';

testVerdictPage('Stellar', {
  ...{ pays: PAYS, NO_MEMO: WITHOUT_MEMO, AMBIGUOUS, UNSUPPORTED_TRANSFER: UNSUPPORTED },
  ...{ 'look-alike': LOOK_ALIKE, nothing: NOTHING },
});

let world: StellarWorld;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const tellBoth = async ({ sent, isSuccessful = true }: Row) => {
  const txid = world.ledger.close([sent().toXDR()], isSuccessful);
  const { told } = await world.page();
  const listed = told.flatMap(({ crop }) => movementsOf(crop));
  const asked = movementsOf((await world.node.transaction(txid))?.crop);
  return { txid, listed, asked };
};

describe.each([
  ['takes', PAYS],
  ['takes as ambiguous', AMBIGUOUS],
  ['takes as unsupported', UNSUPPORTED],
  ['takes as a look-alike', LOOK_ALIKE],
  ['takes as a payment without a memo, with', WITHOUT_MEMO],
  ['takes no notice of', NOTHING],
] as const)('The verdict on a Stellar transaction %s', (_, rows) => {
  test.each(rows)('$title', async (row) => {
    const { expected, memos = [TOLD_MEMO] } = row;
    const { txid, listed, asked } = await tellBoth(row);
    expect(listed).toHaveLength(expected.length);
    expect(listed).toMatchObject(expected.map((one) => ({ movements: 1, ...one, memos, txid })));
    expect(asked).toEqual(listed);
  });
});

test('A fee bump has one txid and position under either hash', async () => {
  const inner = built([pay('1')]);
  const bump = feeBumped(inner);
  const txid = world.ledger.close([bump.toXDR()]);
  const { told } = await world.page();
  expect(txid).toBe(bump.hash().toString('hex'));
  expect(told).toMatchObject([
    { txid, crop: { movements: [{ txid, position: `${(world.ledger.height << 32n) + 4097n}` }] } },
  ]);
  expect(await world.node.transaction(inner.hash().toString('hex'))).toMatchObject(told[0]!);
});

test('A movement without a cut-off has no such field', async () => {
  const { listed } = await tellBoth(PAYS[0]!);
  expect(listed[0]).not.toHaveProperty('cutOff');
  expect(listed[0]).not.toHaveProperty('senderReference');
});
