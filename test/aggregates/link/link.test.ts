import { link } from '../../../aggregates/link/link';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const created = event('LinkCreated');
const removed = event('LinkRemoved');
const remove = { type: 'RemoveLink', link: removed.data } as const;

test('creates a link once', () => {
  const create = { type: 'CreateLink', link: created.data } as const;
  given(link).when(create).then(created);
  given(link, created).when(create).nothing();
});
test('removes a link, repeatably', () => {
  given(link, created).when(remove).then(removed);
  given(link, created, removed).when(remove).nothing();
});
test('rejects an unknown link, or one of another partner or mode, with NOT_FOUND', () => {
  given(link).when(remove).rejects('NOT_FOUND');
  for (const differences of [{ partnerId: 'p2' }, { mode: 'live' }] as const) {
    const command = { type: 'RemoveLink', link: { ...removed.data, ...differences } } as const;
    given(link, created).when(command).rejects('NOT_FOUND');
  }
});
