import { type AttachAsked, decideAttach, decideForgetOpening } from '../../../commands/pair/attach';
import { refusalWords } from '../../../commands/pair/refusing/refusal-words';
import type { LogSays, PairLook } from '../../../commands/ports/pair';
import { event } from '../../samples/sample-events';
import * as given from './sample-look';

const { BOUND, EMPTY_LOG, LED_1, LED_2, MOVED, NEW_DATABASE, OPENED, OPENING, lookAt, logOf } = given;
const ASKED: AttachAsked = { id: 'mine', at: given.AT, actor: 'ana', reason: 'restored', differences: 0 };
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
  move: null,
};

const refusedTo = (look: PairLook, asked: Partial<AttachAsked> = {}): string => {
  const decision = decideAttach(look, { ...ASKED, ...asked });
  return decision.kind === 'REFUSE' ? refusalWords(decision.refusal) : JSON.stringify(decision);
};

test.each([
  ['a restored backup, whose log went on', lookAt({}, HIGHER)],
  ['an empty one beside a restored vault', lookAt({ ...NEW_DATABASE, isVaultEmpty: false }, HIGHER)],
])('E7: attaches %s at the end of the log', (_name, look) => {
  const { row } = look.database;
  expect(decideAttach(look, ASKED)).toEqual({ kind: 'STEP', step: { do: 'WRITE_ROW', from: row, to: ATTACHING } });
});

test('E7: an older copy that lacks nothing else is attached where it ends', () => {
  const look = lookAt({}, logOf([OPENED]));
  expect(decideAttach(look, ASKED)).toMatchObject({ step: { to: { last: { id: OPENED.id, revision: 0 } } } });
});

test('E7: goes on from where it was broken off, and starts nothing before the other has seen it', () => {
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

test('E7: whose revision another PostgreSQL took attaches anew, behind that', () => {
  const row = { ...BOUND, ...ATTACHING, last: { id: 'led1', revision: 1 } } as typeof BOUND;
  const decision = decideAttach(lookAt({ row }, HIGHER), { ...ASKED, id: 'next' });
  expect(decision).toMatchObject({ step: { from: row, to: { last: { id: 'led2' }, coming: { id: 'next' } } } });
});

test('E7: a pair that is right is not attached', () =>
  expect(decideAttach(given.RIGHT_LOOK, ASKED)).toEqual({ kind: 'START' }));

const misplaced: LogSays['misplaced'] = [
  { projection: 'accounts', considered: given.CONSIDERED, found: null, isStreamFaulty: false, before: 'START' },
];
const otherLedger = { ...OPENED, ...event('LedgerOpened', { ledgerId: 'ledger2' }) };

test.each([
  ['a pair that differs', lookAt({}, HIGHER), { differences: 3 }, 'differ in 3 ways'],
  ['a log that lacks what was considered', lookAt({}, { ...HIGHER, misplaced }), {}, 'Projection accounts'],
  ['a ledger that has moved away', lookAt({}, logOf([OPENED, LED_1, MOVED])), {}, 'has moved to'],
  ['another ledger', lookAt({}, logOf([otherLedger])), {}, 'holds ledger ledger2'],
  ['the store of a cancelled move', lookAt({}, logOf([given.CANCELLED])), {}, 'was cancelled'],
  ['a log without a ledger', lookAt({}, EMPTY_LOG), {}, 'no events of a ledger'],
  ['an opening', lookAt({ row: OPENING }, HIGHER), {}, 'had begun to open'],
  [
    'rows from before ids',
    lookAt({ ...NEW_DATABASE, checkpoints: [{ projection: 'p', considered: 'UNNAMED' }] }, HIGHER),
    {},
    'names no event',
  ],
  [
    'a move that has begun',
    lookAt({ row: { ...BOUND, move: { moveId: 'm', to: 'there', isCancelling: false } } }, HIGHER),
    {},
    'has begun',
  ],
])('E7: %s is not attached', (_name, look, asked, words) => {
  expect(refusedTo(look, asked)).toContain(words);
});

test('E7: away and changed say nothing', () => {
  expect(decideAttach(lookAt({}, 'AWAY'), ASKED)).toEqual({ kind: 'WAIT', why: 'AWAY' });
  expect(decideAttach(lookAt({}, HIGHER, null), ASKED)).toEqual({ kind: 'WAIT', why: 'CHANGED' });
});

describe('E7: forgetting an opening', () => {
  test('drops a row that has nothing beside it', () => {
    expect(decideForgetOpening(lookAt({ ...NEW_DATABASE, row: OPENING }, 'AWAY'))).toEqual({
      ...{ kind: 'STEP', step: { do: 'WRITE_ROW', from: OPENING, to: null } },
    });
  });

  test.each([
    ['a bound row', { ...NEW_DATABASE, row: BOUND }],
    ['rows from before ids', { ...NEW_DATABASE, row: { ...OPENING, state: 'ADOPTING' as const } }],
    ['keys beside it', { ...NEW_DATABASE, row: OPENING, isVaultEmpty: false }],
    ['no row', NEW_DATABASE],
  ])('is refused to %s', (_name, database) => {
    const decision = decideForgetOpening(lookAt(database, 'AWAY'));
    expect(decision.kind === 'REFUSE' ? refusalWords(decision.refusal) : '').toContain('no opening to forget');
  });

  test('of a row that was written meanwhile is looked at again', () => {
    const look = lookAt({ ...NEW_DATABASE, row: OPENING }, 'AWAY', BOUND);
    expect(decideForgetOpening(look)).toEqual({ kind: 'WAIT', why: 'CHANGED' });
  });
});
