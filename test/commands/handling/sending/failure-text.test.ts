import { textOf } from '../../../../commands/handling/sending/failure-text';

test('names a failure in our own words', () => {
  expect(textOf({ code: 'KEY_NOT_FOUND' })).toBe('This PIX key does not exist');
});

test('adds the provider’s own code', () => {
  expect(textOf({ code: 'ACCOUNT_CLOSED', providerCode: 'AC04' })).toBe('The account of the payee is closed (AC04)');
});

test.each([
  ['a person', 'Maria Segredo'],
  ['a tax id', '52998224725'],
  ['an address', 'maria@exemplo.com'],
  ['a random key', '123E4567-E12B-12D1-A456-426655440000'],
  ['nothing', ''],
  ['too much', 'A'.repeat(33)],
])('omits a provider’s text that is no code: %s', (_what, providerCode) => {
  expect(textOf({ code: 'OTHER', providerCode })).toBe('The institution did not make the payment');
});
