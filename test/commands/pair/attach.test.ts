import { type AttachAsked, decideAttach } from '../../../commands/pair/attach';
import type { LogSays, PairLook } from '../../../commands/ports/pair';
import { event } from '../../../packages/testing/src/samples/sample-events';
import * as given from './sample-look';

const { BOUND, EMPTY_LOG, LED_1, LED_2, MOVED, NEW_DATABASE, OPENED, OPENING, lookAt, logOf } = given;
const ASKED: AttachAsked = { id: 'mine', at: given.AT, actor: 'ana', reason: 'restored' };
const HIGHER = logOf([OPENED, LED_1, LED_2]);
const MINE = {
  id: 'mine',
  event: {
    type: 'LedgerAttached',
    data: { ledgerId: 'ledger1', actor: 'ana', reason: 'restored', attachedAt: given.AT },
  },
};
const ATTACHING = {
  ledgerId: 'ledger1',
  state: 'ATTACHING',
  last: { id: 'led2', revision: 2 },
  coming: MINE,
};

const refusedTo = (look: PairLook): string => {
  const decision = decideAttach(look, ASKED);
  return decision.says === 'WRONG' ? decision.refusal.words : JSON.stringify(decision);
};

test.each([
  ['a restored backup, whose log went on', lookAt({}, HIGHER)],
  ['an empty one beside a restored vault', lookAt({ ...NEW_DATABASE, isVaultEmpty: false }, HIGHER)],
])('attaches %s at the end of the log', (_name, look) => {
  const { row } = look.database;
  expect(decideAttach(look, ASKED)).toEqual({ says: 'STEP', step: { do: 'WRITE_ROW', from: row, to: ATTACHING } });
});

test('continues an interrupted attachment, and starts only after the other PostgreSQL saw it', () => {
  const row = { ...BOUND, ...ATTACHING } as typeof BOUND;
  expect(decideAttach(lookAt({ row }, logOf([OPENED, LED_1, LED_2], 2)), ASKED)).toMatchObject({
    step: { do: 'APPEND', coming: { id: 'mine' }, expected: 2 },
  });
  const attached = { ...given.ATTACHED, id: 'mine', revision: 3 };
  const done = { ...row, last: { id: 'mine', revision: 3 }, coming: null };
  expect(decideAttach(lookAt({ row }, logOf([OPENED, LED_1, LED_2, attached], 2)), ASKED)).toMatchObject({
    step: { do: 'WRITE_ROW', to: done },
  });
  expect(decideAttach(lookAt({ row: done }, logOf([OPENED, LED_1, LED_2, attached], 3)), ASKED)).toMatchObject({
    step: { do: 'STAY_QUIET' },
  });
});

test('attaches anew when another PostgreSQL took the revision', () => {
  const row = { ...BOUND, ...ATTACHING, last: { id: 'led1', revision: 1 } } as typeof BOUND;
  const decision = decideAttach(lookAt({ row }, HIGHER), { ...ASKED, id: 'next' });
  expect(decision).toMatchObject({ step: { from: row, to: { last: { id: 'led2' }, coming: { id: 'next' } } } });
});

test('does not attach a correct pair', () => expect(decideAttach(given.RIGHT_LOOK, ASKED)).toEqual({ says: 'RIGHT' }));

const misplaced: LogSays['misplaced'] = [
  { projection: 'accounts', considered: given.CONSIDERED, found: null, isStreamFaulty: false, before: 'START' },
];
const otherLedger = { ...OPENED, ...event('LedgerOpened', { ledgerId: 'ledger2' }) };

test.each([
  ['an older copy', lookAt({}, logOf([OPENED])), 'older copy'],
  ['another history', lookAt({}, logOf([OPENED, { ...LED_1, id: 'other' }])), 'another history'],
  ['a log that lacks what was considered', lookAt({}, { ...HIGHER, misplaced }), 'Projection accounts'],
  ['a ledger that has left', lookAt({}, logOf([OPENED, LED_1, MOVED])), 'has left this event store'],
  ['a ledger that has left, beside a vault', lookAt({ row: null }, logOf([OPENED, LED_1, MOVED])), 'has left this'],
  ['another ledger', lookAt({}, logOf([otherLedger])), 'holds ledger ledger2'],
  ['the store of a cancelled move', lookAt({}, logOf([given.CANCELLED])), 'begins with LedgerMoveCancelled'],
  ['a log without a ledger', lookAt({}, EMPTY_LOG), 'no events of a ledger'],
  ['two stores that are empty', lookAt(NEW_DATABASE, EMPTY_LOG), 'The event store is empty'],
  ['a ledger whose vault is not restored', lookAt(NEW_DATABASE, HIGHER), 'Restore the schema vault first'],
  ['an opening', lookAt({ row: OPENING }, HIGHER), 'had begun to open'],
])('refuses to attach %s', (_name, look, words) => {
  expect(refusedTo(look)).toContain(words);
});

test('waits for an unreachable store, and reads a changed row again', () => {
  expect(decideAttach(lookAt({}, 'AWAY'), ASKED)).toEqual({ says: 'AWAY' });
  expect(decideAttach(lookAt({}, HIGHER, null), ASKED)).toEqual({ says: 'AGAIN' });
});
