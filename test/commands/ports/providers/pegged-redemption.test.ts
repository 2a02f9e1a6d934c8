import { mayServe } from '../../../../commands/ports/providers/pegged-redemption';

test('serves the named partner, or every partner without a name', () => {
  const served = [null, 'one', 'another'].map((partnerId) => mayServe({ partnerId }, 'one'));
  expect(served).toEqual([true, true, false]);
});
