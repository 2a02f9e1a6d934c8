import { removeLink } from '../../../commands/partner/remove-link';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, core, happened, typesOf } from '../../core';

const own = { linkCode: 'link1', partnerId: 'p1', mode: 'sandbox' } as const;

test('a link is removed once, and it may be asked for again', async () => {
  const deps = core();
  await happened(deps.eventStore, event('LinkCreated'));
  expect((await removeLink(deps)(own, asking('first'))).position).not.toBeNull();
  expect((await removeLink(deps)(own, asking('second'))).position).toBeNull();
  expect(await typesOf(deps.eventStore, 'link-link1')).toEqual(['LinkCreated', 'LinkRemoved']);
});

test('the link of another partner is as unknown as one that never was', async () => {
  const deps = core();
  await happened(deps.eventStore, event('LinkCreated'));
  for (const input of [
    { ...own, partnerId: 'p2' },
    { ...own, linkCode: 'link2' },
  ]) {
    await expect(removeLink(deps)(input, asking())).rejects.toMatchObject({ rejection: { code: 'NOT_FOUND' } });
  }
});
