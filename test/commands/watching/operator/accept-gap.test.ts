import { acceptGap } from '../../../../commands/watching/operator/accept-gap';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { asking, core, happened } from '../../../core';

const by = asking('skip', { actor: { kind: 'operator', id: 'ana' }, reason: 'nobody has it' });
const input = { network: 'ethereum', toHeight: 109n, reason: 'nobody has it' };

test('records the range, the operator and the reason of an accepted gap', async () => {
  const deps = core();
  await happened(deps.eventStore, event('GapSeen'));
  await acceptGap(deps)(input, by);
  const accepted = (await deps.eventStore.readStream('watcher-ethereum')).at(-1);
  expect(accepted?.data).toEqual(event('GapAccepted', { acceptedAt: time(0) }).data);
  expect(accepted?.metadata.actor).toEqual({ kind: 'operator', id: 'ana' });
});
