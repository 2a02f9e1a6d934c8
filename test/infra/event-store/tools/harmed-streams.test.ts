import { harmedStreams } from '../../../../infra/event-store/tools/moved-events';
import { createVerbatimLog, LEDGER_ID, ordinaryLog, type VerbatimLog } from './verbatim-log';

const notWhole = ({ store }: VerbatimLog) => harmedStreams(store, LEDGER_ID);

/** A log that is whole: an event of ours, of a known type, and a foreign one. */
const wholeLog = (): VerbatimLog => {
  const log = createVerbatimLog('ours');
  log.write('user-1', { type: 'UserRegistered' });
  log.write('orders-1', { metadata: {} });
  return log;
};

describe('names a stream that cannot be copied completely before the ledger leaves', () => {
  test('names no stream of a complete log', async () => {
    expect(await notWhole(wholeLog())).toEqual([]);
  });

  test.each<[string, (log: VerbatimLog) => unknown]>([
    ['deleted, or given a limit', (log) => log.write('$$user-1', { type: '$metadata', data: { $maxAge: 60 } })],
    ['tombstoned', (log) => log.write('user-1', { type: '$streamDeleted', data: null, metadata: null })],
    ['truncated at its beginning', (log) => log.write('user-1', { revision: 4 })],
    ['written into by somebody else', (log) => log.write('user-1', { metadata: {} })],
    ['holding what cannot be decoded', (log) => log.write('user-1', { data: Buffer.from('x') })],
  ])('a stream that was %s', async (_name, harm) => {
    const log = wholeLog();
    harm(log);
    expect(await notWhole(log)).toEqual(['user-1']);
  });

  test.each<[string, (log: VerbatimLog) => unknown]>([
    ["somebody else's under a name like ours", (log) => log.write('user-9', { metadata: {} })],
    ["a stream of the store's own", (log) => log.write('$$orders-1', { type: '$metadata', data: { $maxAge: 60 } })],
    ['the stream that says whose the log is', (log) => log.write('ledger-identity', { metadata: {} })],
  ])('not %s', async (_name, write) => {
    const log = wholeLog();
    write(log);
    expect(await notWhole(log)).toEqual([]);
  });

  test('copies a type that this version does not know', async () => {
    expect(await notWhole(ordinaryLog())).toEqual([]);
  });
});
