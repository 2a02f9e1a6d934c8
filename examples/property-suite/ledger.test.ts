import fc from 'fast-check';
import { createLedger } from 'lastro-testing/ledger';

const QUOTED_CENTS = 15_000n;

/** A paid cash-out, with a deposit that is so many base units more or less than asked for. */
const played = async (seed: number, difference: bigint) => {
  const ledger = createLedger({ seed });
  const user = await ledger.createUser();
  const intent = await ledger.createCashout(user, await ledger.quote(user, { amountCents: QUOTED_CENTS }));
  await ledger.deposit({ ...intent, amountBaseUnits: BigInt(intent.amountBaseUnits) + difference });
  await ledger.advance('1 h');
  const events = await ledger.events(intent.intentId);
  return { status: (await ledger.state(intent.intentId)).status, types: events.map(({ type }) => type) };
};

test('pays what was quoted once the deposit covers it, and nothing below', () =>
  fc.assert(
    fc.asyncProperty(fc.nat(1_000), fc.bigInt({ min: -1_000n, max: 1_000n }), async (seed, difference) => {
      const { status, types } = await played(seed, difference);
      const settled = types.filter((type) => type === 'PayoutSettled').length;
      return difference < 0n ? status === 'EXPIRED' && settled === 0 : status === 'COMPLETED' && settled === 1;
    }),
    { numRuns: 20 },
  ));

test('owes the surplus back', async () => {
  expect((await played(7, 1n)).types).toContain('RefundDue');
  expect((await played(7, 0n)).types).not.toContain('RefundDue');
});
