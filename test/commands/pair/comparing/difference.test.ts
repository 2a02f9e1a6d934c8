import { differenceWords } from '../../../../commands/pair/comparing/difference';

test('E7: a difference is said in words', () => {
  const difference = { knownTo: 'LOG', unknownTo: 'VAULT', what: 'SUBJECT', id: 'u1', detail: 'sealed' } as const;
  expect(differenceWords(difference)).toBe('the log knows subject u1, the key vault does not: sealed');
});
