import { openedBefore } from '../../../commands/withdrawal/opened-before';
import { core, happened } from '../../core';
import { event } from '../../samples/sample-events';

test('where nothing was begun there is nothing', async () => {
  expect(await openedBefore(core().eventStore, 'wd1')).toBeNull();
});

test('what was begun is answered as it was, and with the place of its request', async () => {
  const { eventStore } = core();
  await happened(eventStore, event('WithdrawalRequested'), event('RedemptionSent'));
  const [requested] = await eventStore.readStream('withdrawal-wd1');
  expect(await openedBefore(eventStore, 'wd1')).toEqual({
    withdrawal: event('WithdrawalRequested').data,
    position: requested?.position,
  });
});

test('what was abandoned is refused, as at first', async () => {
  const { eventStore } = core();
  await happened(eventStore, event('WithdrawalAbandoned'));
  await expect(openedBefore(eventStore, 'wd1')).rejects.toMatchObject({ rejection: { code: 'SERVICE_UNAVAILABLE' } });
});
