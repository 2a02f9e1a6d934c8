import { resumeAsset } from '../../../../commands/watching/operator/resume-asset';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { asking, core, happened } from '../../../core';

const by = asking('resume', { actor: { kind: 'operator', id: 'ana' }, reason: 'the fee is off again' });
const input = { network: 'ethereum', assetId: 201 };

test('resumes a halted asset for new intents, with the operator and the reason', async () => {
  const deps = core();
  await happened(deps.eventStore, event('AssetHalted'));
  await resumeAsset(deps)(input, by);
  const resumed = (await deps.eventStore.readStream('watcher-ethereum')).at(-1);
  expect(resumed?.data).toEqual(event('AssetResumed', { resumedAt: time(0) }).data);
  expect(resumed?.metadata).toMatchObject({ actor: { id: 'ana' }, reason: 'the fee is off again' });
});
