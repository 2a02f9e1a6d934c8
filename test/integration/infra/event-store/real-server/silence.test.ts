import { START } from '../../../../../aggregates/events';
import { followStore } from '../../../../../packages/testing/src/contracts/event-store/follower';
import { newStream } from '../../../../../packages/testing/src/contracts/event-store/scene';
import { blockNumberOf, watermarks } from '../../../../../packages/testing/src/contracts/event-store/watermarks';
import { useScriptedCluster } from '../../../../infra/event-store/scripted/cluster';

const cluster = useScriptedCluster();

describe('a silent subscription', () => {
  test('is checked again and again while foreign events are written, and is not renewed', async () => {
    const node = await cluster.node();
    const store = cluster.connect(node, { silenceMs: 30 });
    const [stream, mark] = [newStream(), newStream()];
    await store.append(stream, 'no_stream', watermarks(1));
    const follower = followStore(store, START, { streamPrefixes: [stream] });
    await follower.until(() => follower.caughtUp() > 0);
    node.log.write('$stats-127.0.0.1:2113', '$statsCollected');
    const reads = (): number => node.asked.filter(({ method }) => method === 'Read').length;
    const before = reads();
    await node.until(() => reads() >= before + 8);
    await store.append(mark, 'no_stream', watermarks(2));
    await store.append(stream, 0, watermarks(3));
    await follower.untilEvents(2);
    expect([follower.caughtUp(), follower.drops]).toEqual([1, []]);
    await follower.stop();
  });

  test('is cut, reported and renewed when it lacks an event', async () => {
    const node = await cluster.node();
    const store = cluster.connect(node, { silenceMs: 30 });
    const stream = newStream();
    let isFirst = true;
    node.script.instead = ({ method }) => {
      const answer = isFirst && method === 'Read' ? 'silence' : undefined;
      isFirst &&= method !== 'Read';
      return answer;
    };
    const follower = followStore(store, START, { streamPrefixes: [stream] });
    await node.until(() => !isFirst);
    await store.append(stream, 'no_stream', watermarks(7));
    await follower.untilEvents(1);
    expect(follower.events.map(blockNumberOf)).toEqual(['7']);
    expect(new Set(follower.drops)).toEqual(new Set(['No event arrived for 30 ms although the log grew']));
    await follower.stop();
  });
});
