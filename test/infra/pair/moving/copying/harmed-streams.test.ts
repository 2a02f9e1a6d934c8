import { createLogCopy } from '../../../../../infra/pair/moving/copying/log-copy';
import { createVerbatimLog, LEDGER_ID, ordinaryLog, type VerbatimLog } from './verbatim-log';

const notWhole = (log: VerbatimLog) =>
  createLogCopy({ source: log.store, target: createVerbatimLog('none').store, ledgerId: LEDGER_ID }).notWhole();

/** One of ours that ordinary logs have, of a type that this version knows. */
const wholeLog = (): VerbatimLog => {
  const log = createVerbatimLog('ours');
  log.write('user-1', { type: 'UserRegistered' });
  log.write('orders-1', { metadata: {} });
  return log;
};

describe('E13: what cannot be moved whole is named before anything is copied', () => {
  test('nothing, of a log that is whole', async () => {
    expect(await notWhole(wholeLog())).toEqual([]);
  });

  test.each<[string, (log: VerbatimLog) => unknown]>([
    ['deleted, or given a limit', (log) => log.write('$$user-1', { type: '$metadata', data: { $maxAge: 60 } })],
    ['tombstoned', (log) => log.write('user-1', { type: '$streamDeleted', data: null, metadata: null })],
    ['truncated at its beginning', (log) => log.write('user-1', { revision: 4 })],
    ['written into by somebody else', (log) => log.write('user-1', { metadata: {} })],
    ['holding what cannot be decoded', (log) => log.write('user-1', { data: Buffer.from('x') })],
    ['holding a type that no version knows', (log) => log.write('user-1', { type: 'UserOfLongAgo' })],
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

  test('at most a hundred, sorted', async () => {
    const log = createVerbatimLog('ours');
    for (let user = 300; user > 100; user -= 1) log.write(`user-${user}`, { revision: 1 });
    const found = await notWhole(log);
    expect([found.length, found[0], found.at(-1)]).toEqual([100, 'user-101', 'user-200']);
  });

  test('an unknown type is named of the ordinary log as well', async () => {
    expect(await notWhole(ordinaryLog())).toEqual(['user-2']);
  });
});
