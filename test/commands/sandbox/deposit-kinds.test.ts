import { DEPOSIT_KINDS, type DepositKind, depositsOf } from '../../../commands/sandbox/deposit-kinds';

const terms = {
  ...{ memo: 'lastro:cid1', receiver: '0xaa', assetId: 9102, amountBaseUnits: '1000' },
  expiresAt: '2026-11-20T12:05:00.000Z',
};
const EXACT = {
  ...{ receiver: '0xaa', assetId: 9102, baseUnits: 1_000n, memo: 'lastro:cid1', fate: 'LANDS', after: null },
};

test.each<[DepositKind, readonly object[]]>([
  ['exact', [EXACT]],
  ['underpaid', [{ ...EXACT, baseUnits: 900n }]],
  ['overpaid', [{ ...EXACT, baseUnits: 1_101n }]],
  ['late', [{ ...EXACT, after: '2026-11-20T12:05:00.000Z' }]],
  ['wrong-memo', [{ ...EXACT, memo: 'lastro:cid1x' }]],
  ['wrong-asset', [{ ...EXACT, assetId: 9101 }]],
  ['duplicate', [EXACT, EXACT]],
  ['reverted', [{ ...EXACT, fate: 'REVERTS' }]],
])('%s', (kind, deposits) => {
  expect(depositsOf(kind, terms, 9101)).toEqual(deposits);
});

test('pays less or more than any small amount', () => {
  const least = { ...terms, amountBaseUnits: '1' };
  expect(depositsOf('underpaid', least, 9101)[0]?.baseUnits).toBe(0n);
  expect(depositsOf('overpaid', least, 9101)[0]?.baseUnits).toBe(2n);
});

test('gives each kind a text about its end', () => {
  for (const { ends } of Object.values(DEPOSIT_KINDS)) expect(ends).not.toBe('');
});
