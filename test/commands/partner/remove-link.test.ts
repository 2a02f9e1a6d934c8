import { removeLink } from '../../../commands/partner/remove-link';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, core, happened, typesOf } from '../../core';

const own = { linkCode: 'link1', partnerId: 'p1', mode: 'sandbox' } as const;

test('removes a link once, also when it is asked for again', async () => {
  const deps = core();
  await happened(deps.eventStore, event('LinkCreated'));
  expect((await removeLink(deps)(own, asking('first'))).position).not.toBeNull();
  expect((await removeLink(deps)(own, asking('second'))).position).toBeNull();
  expect(await typesOf(deps.eventStore, 'link-link1')).toEqual(['LinkCreated', 'LinkRemoved']);
});

test('refuses the link of another partner like an unknown one', async () => {
  const deps = core();
  await happened(deps.eventStore, event('LinkCreated'));
  for (const input of [
    { ...own, partnerId: 'p2' },
    { ...own, linkCode: 'link2' },
  ]) {
    await expect(removeLink(deps)(input, asking())).rejects.toMatchObject({ rejection: { code: 'NOT_FOUND' } });
  }
});
