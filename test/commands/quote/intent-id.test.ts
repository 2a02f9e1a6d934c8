import { intentIdOf, memoOf } from '../../../commands/quote/intent-id';

const terms = {
  quoteId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  receiver: '0x00000000000000000000000000000000000000aa',
  chain: 'ethereum',
  assetId: 201,
  amountBaseUnits: '25000000',
  expiresAt: '2026-11-20T12:05:00.000Z',
  salt: '0'.repeat(64),
};

test('computes the id in the design', () => {
  expect(intentIdOf(terms)).toBe('bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4');
});

test.each(Object.keys(terms))('changes the id with %s', (name) => {
  const changed = { ...terms, [name]: name === 'assetId' ? 202 : 'other' };
  expect(intentIdOf(changed)).not.toBe(intentIdOf(terms));
});

test('builds the memo from prefix, colon and id', () => {
  expect(memoOf('lastro', 'bafy')).toBe('lastro:bafy');
});
