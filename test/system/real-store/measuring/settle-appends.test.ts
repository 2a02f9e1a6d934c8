import { type AcknowledgedAppend, settleAppends } from './settle-appends';

const first: AcknowledgedAppend = { stream: 'probe-1', id: 'a', revision: 0, position: '10' };
const second: AcknowledgedAppend = { stream: 'probe-1', id: 'b', revision: 1, position: '20' };
const none = { lost: 0, doubled: 0, moved: 0 };

test('all that was acknowledged is there once, where it was told; what was not acknowledged may be there', () => {
  expect(settleAppends([first], [first, second])).toEqual(none);
});

test.each([
  ['lost', { ...none, lost: 1 }, [first]],
  ['doubled', { ...none, doubled: 1 }, [first, second, { ...second, revision: 2, position: '30' }]],
  ['moved to another revision', { ...none, moved: 1 }, [first, { ...second, revision: 2 }]],
  ['moved to another position', { ...none, moved: 1 }, [first, { ...second, position: '21' }]],
  ['moved to another stream', { ...none, moved: 1 }, [first, { ...second, stream: 'probe-2' }]],
])('%s', (_what, settled, stored) => {
  expect(settleAppends([first, second], stored)).toEqual(settled);
});
