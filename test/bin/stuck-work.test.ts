import { streamFault } from '../../aggregates/stream-fault';
import { nodeError } from '../../infra/chains/nodes/rpc/node-error';
import { alertOfStuckWork } from '../../src/bin/running/stuck-work';
import { core } from '../core';

const ITEM = { queue: 'request-payout', key: 'cashout-c1', attempts: 10 };

test('alerts about work that fails repeatedly, with its queue, the item and the error', () => {
  const { alert, alerts } = core();
  alertOfStuckWork(alert)(ITEM, new Error('The append to cashout-c1 has 1048577 bytes'));
  const facts = { queue: 'request-payout', key: 'cashout-c1', attempts: '10' };
  expect(alerts).toEqual([
    {
      what: 'A task has failed repeatedly; retries continue',
      facts: { ...facts, error: 'The append to cashout-c1 has 1048577 bytes' },
    },
  ]);
});

test('raises no alert for an error with its own alarm', () => {
  const { alert, alerts } = core();
  const tell = alertOfStuckWork(alert);
  tell(ITEM, streamFault('cashout-c1', 'PARKED', 'the stream is parked'));
  tell(ITEM, nodeError('ethereum', { words: 'timeout', refused: false, isPassing: true, code: null }));
  expect(alerts).toEqual([]);
});
