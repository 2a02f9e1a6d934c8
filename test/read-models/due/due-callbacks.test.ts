import { time } from '../../../packages/testing/src/samples/sample-data';
import { dueCallbacks } from '../../../read-models/due/due-callbacks';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

test('lists stored callbacks until they are followed, oldest first, with their payload', async () => {
  const hints = [{ kind: 'payout', key: 'key1' }];
  const add = (eventId: string, seconds: number, finishedAt: string | null) =>
    models.query(
      `INSERT INTO lastro.callbacks (source, event_id, received_at, hints, body, finished_at)
       VALUES ('bank/sandbox', $1, $2, $3, 'sealed', $4)`,
      [eventId, time(seconds), JSON.stringify(hints), finishedAt],
    );
  await add('later', 2, null);
  await add('first', 1, null);
  await add('finished', 0, time(3));
  const { text, values } = dueCallbacks();
  const due = await models.query<{ readonly key: string; readonly payload: object }>(text, values);
  const item = (eventId: string, seconds: number) => ({
    key: `bank/sandbox ${eventId}`,
    payload: { source: 'bank/sandbox', eventId, hints, receivedAtMs: Date.parse(time(seconds)) },
  });
  expect(due).toMatchObject([item('first', 1), item('later', 2)]);
});
