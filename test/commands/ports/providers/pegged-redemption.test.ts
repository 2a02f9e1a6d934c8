import { mayServe } from '../../../../commands/ports/providers/pegged-redemption';

test('a redemption serves the partner whom it names, and every one where it names none', () => {
  const served = [null, 'one', 'another'].map((partnerId) => mayServe({ partnerId }, 'one'));
  expect(served).toEqual([true, true, false]);
});
