import { acceptFinality } from '../../../../commands/watching/operator/accept-finality';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { asking, core, happened } from '../../../core';

const by = asking('accept', { actor: { kind: 'operator', id: 'ana' }, reason: 'the fork was decided' });
const input = { network: 'ethereum', fromHeight: 91n, reason: 'the fork was decided' };

test('records the operator and the reason of an accepted history', async () => {
  const deps = core();
  await happened(deps.eventStore, event('FinalityViolated'));
  await acceptFinality(deps)(input, by);
  const accepted = (await deps.eventStore.readStream('watcher-ethereum')).at(-1);
  expect(accepted?.data).toEqual(event('FinalityAccepted', { acceptedAt: time(0) }).data);
  expect(accepted?.metadata).toMatchObject({ actor: { kind: 'operator', id: 'ana' }, reason: 'the fork was decided' });
});
