import type { FoundTransaction, Transfer } from '../../../commands/ports/chains/chain-reader';
import { objectionTo } from '../../../commands/trouble/refund-on-chain';

const OWN = new Set(['receiver', 'signer']);
const told = {
  ...{ network: 'ethereum', txid: '0xe1', assetId: 201, amountBaseUnits: '100' },
  ...{ to: 'sender', reference: null },
};
const transfer: Transfer = { from: 'receiver', to: 'sender', assetId: 201, baseUnits: 100n, reference: null };

const final = (...changes: readonly Partial<Transfer>[]): FoundTransaction => ({
  ...{ outcome: 'FINAL', movements: [] },
  transfers: changes.map((change) => ({ ...transfer, ...change })),
});

test.each<[string, FoundTransaction]>([
  ['the amount', final({})],
  ['more than the amount', final({ baseUnits: 101n })],
  ['the amount in parts, from two addresses of ours', final({ baseUnits: 60n }, { baseUnits: 40n, from: 'signer' })],
])('takes a final transfer of %s', (_what, found) => expect(objectionTo(found, told, OWN)).toBeNull());

test.each<[string, FoundTransaction, string]>([
  ['an unknown transaction', { outcome: 'UNKNOWN' }, 'no endpoint of ethereum knows 0xe1'],
  ['a transaction that is not final', { outcome: 'PENDING' }, 'is not final yet'],
  ['an unreadable transaction', { outcome: 'UNREAD', reason: 'it is away' }, 'it is away'],
  ['a transaction that failed', final(), 'moved 0 base units'],
  ['too little', final({ baseUnits: 99n }), 'moved 99 base units'],
  ['the transfer of somebody else', final({ from: 'stranger' }), 'moved 0 base units'],
  ['a transfer to somebody else', final({ to: 'stranger' }), 'moved 0 base units'],
  ['another asset', final({ assetId: 202 }), 'moved 0 base units'],
  ['another reference', final({ reference: '42' }), 'without a reference'],
])('objects to %s', (_what, found, words) => expect(objectionTo(found, told, OWN)).toContain(words));

test('accepts only the stated reference', () => {
  const tagged = { ...told, reference: '42' };
  expect(objectionTo(final({ reference: '42' }), tagged, OWN)).toBeNull();
  expect(objectionTo(final({}), tagged, OWN)).toContain('with the reference 42');
});
