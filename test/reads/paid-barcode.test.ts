import { event } from '../../packages/testing/src/samples/sample-events';
import { paidBarcode } from '../../src/reads/paid-barcode';
import { core, happened } from '../core';
import { withClosed } from '../doubles/closed-streams';

const scope = { partnerId: 'p1', mode: 'sandbox', userId: 'u1' } as const;

test('returns null for the barcode of a closed stream', async () => {
  const { eventStore, vault } = core();
  await happened(eventStore, event('CashoutIntentCreated'));
  const deps = { eventStore: withClosed(eventStore, 'cashout-cid1'), vault };
  expect(await paidBarcode(deps)(scope, 'cid1')).toBeNull();
});

test('throws for the barcode of an unreadable stream', async () => {
  const { vault } = core();
  const eventStore = { readStream: () => Promise.reject(new Error('away')) };
  await expect(paidBarcode({ eventStore, vault })(scope, 'cid1')).rejects.toThrow('away');
});
