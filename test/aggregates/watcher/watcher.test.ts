import { watcher } from '../../../aggregates/watcher/watcher';
import { given } from '../../given';
import { time } from '../../sample-data';
import { event } from '../../sample-events';

const reached = (seconds: number) => event('WatermarkReached', { time: time(seconds) });
const reach = (seconds: number) => ({ type: 'ReachWatermark', watermark: reached(seconds).data }) as const;

test('the first watermark counts', () => given(watcher).when(reach(0)).then(reached(0)));
test('a later one too', () => given(watcher, reached(0)).when(reach(0.001)).then(reached(0.001)));
test('the same does not', () => given(watcher, reached(5)).when(reach(5)).nothing());
test('nor does an earlier one: a lagging node takes nothing back', () =>
  given(watcher, reached(5)).when(reach(4)).nothing());
