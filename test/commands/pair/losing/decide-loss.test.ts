import { acceptStep, decideLoss, type LossDecision } from '../../../../commands/pair/losing/decide-loss';
import type { IdentityEvent, LogSays, PairLook, PairRow } from '../../../../commands/ports/pair';
import { event } from '../../../samples/sample-events';
import * as given from '../sample-look';

const { BOUND, EMPTY_LOG, LED_1, LED_2, MOVED, NEW_DATABASE, OPENED, OPENING, lookAt, logOf } = given;
const SINCE = '2026-07-01T11:00:00.000Z';
const ASKED = { ledgerId: 'new', at: given.AT, differences: 0 };

const decide = (look: PairLook, differences = 0): LossDecision => decideLoss(look, { ...ASKED, differences });
const refusalOf = (look: PairLook, differences = 0): string => {
  const decision = decide(look, differences);
  return decision.kind === 'REFUSE' ? decision.refusal.because : decision.kind;
};

const misplaced: LogSays['misplaced'] = [
  { projection: 'accounts', considered: given.CONSIDERED, found: null, isStreamFaulty: false, before: 'START' },
];
const faulty = misplaced.map((each) => ({ ...each, isStreamFaulty: true }));
const RIGHT = logOf([OPENED, LED_1]);
const other = { ...LED_1, id: 'another' };

test.each<[string, PairLook, number, object]>([
  ['an older copy', lookAt({}, logOf([OPENED])), 9, { id: OPENED.id, revision: 0 }],
  ['a copy that somebody led since', lookAt({}, logOf([OPENED, other])), 9, { id: 'another', revision: 1 }],
  ['a copy that lacks what was considered', lookAt({}, { ...RIGHT, misplaced }), 9, { id: 'led1', revision: 1 }],
  ['a pair that is right, and differs', lookAt({}, RIGHT), 1, { id: 'led1', revision: 1 }],
])('accepted is %s', (_what, look, differences, end) =>
  expect(decide(look, differences)).toEqual({ kind: 'LOST', row: BOUND, end, since: null }));

const otherLedger = { ...OPENED, ...event('LedgerOpened', { ledgerId: 'ledger2' }) };
const moving: PairRow = { ...BOUND, move: { moveId: 'm1', to: 'there', isCancelling: false } };

test.each<[string, PairLook, string]>([
  ['another PostgreSQL has gone on', lookAt({}, logOf([OPENED, LED_1, LED_2])), 'LED_ELSEWHERE'],
  ['it was attached elsewhere', lookAt({}, logOf([OPENED, LED_1, given.ATTACHED])), 'ATTACHED_ELSEWHERE'],
  ['it has moved away', lookAt({}, logOf([OPENED, LED_1, MOVED])), 'MOVED'],
  ['it has moved away, and lost besides', lookAt({}, { ...logOf([OPENED, LED_1, MOVED]), misplaced }), 'MOVED'],
  [
    'it has left by its own move, and lost besides',
    lookAt(
      { row: { ...BOUND, last: { id: 'moved2', revision: 2 } } },
      { ...logOf([OPENED, LED_1, MOVED], 2), misplaced },
    ),
    'MOVED',
  ],
  ['a move has begun', lookAt({ row: moving }, logOf([OPENED])), 'MOVE_BEGUN'],
  ['it is another ledger', lookAt({}, logOf([otherLedger])), 'OTHER_LEDGER'],
  ['it is a store of a cancelled move', lookAt({}, logOf([given.CANCELLED])), 'MOVE_CANCELLED'],
  ['the log is gone', lookAt({}, EMPTY_LOG), 'LEDGER_ABSENT'],
  ['it is being opened', lookAt({ row: OPENING }, EMPTY_LOG), 'NOTHING_BOUND'],
  ['PostgreSQL is new', lookAt(NEW_DATABASE, RIGHT), 'DATABASE_EMPTY'],
  ['both are new', lookAt(NEW_DATABASE, EMPTY_LOG), 'NOTHING_BOUND'],
  [
    'the version before has written',
    lookAt({ checkpoints: [{ projection: 'accounts', considered: 'UNNAMED' }] }, RIGHT),
    'UNNAMED_CHECKPOINT',
  ],
])('refused is, whatever differs, where %s', (_what, look, because) =>
  expect([refusalOf(look, 0), refusalOf(look, 7)]).toEqual([because, because]));

test('nothing is done to a pair that is right, and nothing is known of one that is away or changes', () => {
  expect(decide(given.RIGHT_LOOK)).toEqual({ kind: 'RIGHT', since: null });
  expect(decide(lookAt({}, { ...RIGHT, misplaced: faulty }))).toEqual({ kind: 'RIGHT', since: null });
  expect(decide(lookAt({}, 'AWAY'), 3)).toEqual({ kind: 'WAIT', why: 'AWAY' });
  expect(decide(lookAt({}, RIGHT, { ...BOUND, state: 'ATTACHING' }), 3)).toEqual({ kind: 'WAIT', why: 'CHANGED' });
});

const accepted = { id: 'mine', at: given.AT, actor: 'ana', reason: 'the disk is gone', lostSince: SINCE };

describe('once it is accepted', () => {
  const copy = logOf([OPENED], 1);
  const lost = decide(lookAt({}, copy)) as Extract<LossDecision, { readonly kind: 'LOST' }>;
  const { from, to } = acceptStep(lost, accepted);
  const row = to!;
  const asSeen = logOf([OPENED], 0);

  test('the row ends where the copy does, and says what comes', () => {
    expect(from).toEqual(BOUND);
    expect(row).toMatchObject({ state: 'ATTACHING', last: { id: OPENED.id, revision: 0 }, coming: { id: 'mine' } });
    expect(row.coming?.event.data).toMatchObject({ actor: 'ana', reason: 'the disk is gone', lostSince: SINCE });
  });

  test('it goes on with the same loss where it was broken off', () => {
    const refused = decide(lookAt({ row }, { ...asSeen, misplaced }), 5);
    expect(refused).toMatchObject({ kind: 'LOST', row, since: SINCE });
    expect(decide(lookAt({ row }, asSeen), 5)).toEqual({ kind: 'RIGHT', since: SINCE });
  });

  test('what it was attached with is known until somebody leads the ledger', () => {
    const attached: IdentityEvent = { ...row.coming!.event, id: 'mine', revision: 1 };
    const bound: PairRow = { ...row, state: 'BOUND', coming: null, last: { id: 'mine', revision: 1 } };
    expect(decide(lookAt({ row: bound }, logOf([OPENED, attached], 1)), 5)).toEqual({ kind: 'RIGHT', since: SINCE });
    const led = { ...bound, last: { id: 'led2', revision: 2 } };
    expect(decide(lookAt({ row: led }, logOf([OPENED, attached, LED_2], 2)))).toEqual({ kind: 'RIGHT', since: null });
  });
});
