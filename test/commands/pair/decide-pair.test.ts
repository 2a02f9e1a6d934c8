import { decidePair } from '../../../commands/pair/decide-pair';
import { type PairDecision, QUIET_MS } from '../../../commands/pair/decision';
import { openingIdOf } from '../../../commands/pair/opening';
import type { DatabaseSays, LogSays, MisplacedCheckpoint, PairLook, PairRow } from '../../../commands/ports/pair';
import { event } from '../../../packages/testing/src/samples/sample-events';
import * as given from './sample-look';

const { ATTACHED, BOUND, CANCELLED, CONSIDERED, EMPTY_LOG, LED_1, LED_2, MOVED, NEW_DATABASE, OPENED, OPENING } = given;
const { lookAt, logOf } = given;

const decide = (look: PairLook): PairDecision => decidePair(look, { id: 'drawn', at: given.AT });
const start = { says: 'RIGHT' } as const;
const step = (does: object) => ({ says: 'STEP', step: does });
const writing = (from: PairRow | null, to: Partial<PairRow>) =>
  step({ do: 'WRITE_ROW', from, to: from === null ? to : { ...from, ...to } });

/** The text of the refusal, or the decision without one. */
const saidOf = (decision: PairDecision): string =>
  decision.says === 'WRONG' ? decision.refusal.words : JSON.stringify(decision);
const refusalOf = (database: Partial<DatabaseSays>, log: LogSays): string => saidOf(decide(lookAt(database, log)));

const opened = (data: Parameters<typeof event<'LedgerOpened'>>[1]) => ({ ...OPENED, ...event('LedgerOpened', data) });
const OTHER = { ...opened({ ledgerId: 'ledger2' }), id: 'opened-by-another' };
const WITH_OTHERS: LogSays = { ...EMPTY_LOG, hasOthers: true };
const misplaced = (isStreamFaulty: boolean): MisplacedCheckpoint => ({
  ...{ projection: 'audit-trail', considered: CONSIDERED, found: null, isStreamFaulty },
  before: { ...CONSIDERED, revision: 2, id: 'event2' },
});

describe('a database without a row, with an empty vault and every checkpoint at the start', () => {
  test('opens with an empty log: writes the row first, with the id of the event to append', () => {
    const coming = {
      id: openingIdOf('drawn'),
      event: { type: 'LedgerOpened', data: { ledgerId: 'drawn', format: 1, openedAt: given.AT } },
    };
    const row = { ledgerId: 'drawn', state: 'OPENING', last: null, coming };
    expect(decide(lookAt(NEW_DATABASE, EMPTY_LOG))).toEqual(step({ do: 'WRITE_ROW', from: null, to: row }));
  });

  test.each([
    [
      'the log of a ledger',
      logOf([OPENED, LED_1]),
      'PostgreSQL is bound to no ledger, but the event store holds ledger ledger1.',
    ],
    ['events without an identity', WITH_OTHERS, 'events of a ledger without its ledger-identity'],
  ])('with %s: refused', (_name, log, words) => {
    expect(refusalOf(NEW_DATABASE, log)).toContain(words);
    expect(refusalOf({ ...NEW_DATABASE, isVaultEmpty: false }, log)).toContain(
      'When the vault was restored: `ledger store attach` gives the ledger to this PostgreSQL',
    );
  });

  test.each([
    ['keys', { isVaultEmpty: false }],
    ['a checkpoint', { checkpoints: [{ projection: 'accounts', considered: CONSIDERED }] }],
  ])('refuses %s with an empty log, because its log is missing', (_name, rest) => {
    expect(refusalOf({ ...NEW_DATABASE, ...rest }, EMPTY_LOG)).toContain(
      'the log of what PostgreSQL holds (keys, checkpoints) is missing',
    );
  });
});

describe('a row that is opening A', () => {
  test.each([
    ['nothing yet', EMPTY_LOG, step({ do: 'APPEND', coming: OPENING.coming, expected: 'no_stream' })],
    [
      'its own first event',
      { ...logOf([OPENED]), hasOthers: false, idAtRow: null },
      writing(OPENING, { state: 'BOUND', last: { id: OPENED.id, revision: 0 }, coming: null }),
    ],
  ])('with a log that holds %s: goes on to bound', (_name, log, expected) => {
    expect(decide(lookAt({ ...NEW_DATABASE, row: OPENING }, log))).toEqual(expected);
  });

  test.each([
    ['events of others', WITH_OTHERS, 'had begun to open ledger ledger1, but the event store holds events of another'],
    ['A, which works', { ...logOf([OPENED]), idAtRow: null }, 'the event store holds ledger ledger1 and its events'],
    ['A, which was led', logOf([OPENED, LED_1]), 'the event store holds ledger ledger1 and its events'],
    ['B', logOf([OTHER]), 'PostgreSQL belongs to ledger ledger1, but the event store holds ledger ledger2'],
  ])('refuses a log that holds %s', (_name, log, words) => {
    expect(refusalOf({ ...NEW_DATABASE, row: OPENING }, log)).toContain(words);
  });
});

describe('a row that is bound to A', () => {
  test('starts when the log ends in the event of the row, or is longer', () => {
    expect(decide(given.RIGHT_LOOK)).toEqual(start);
  });

  test('recognises the coming event in the log as its own after a crash', () => {
    const row = { ...BOUND, coming: given.comingOf(LED_2) };
    expect(decide(lookAt({ row }, logOf([OPENED, LED_1, LED_2])))).toEqual(
      writing(row, { last: { id: 'led2', revision: 2 }, coming: null }),
    );
  });

  test('appends the coming event unchanged when the log lacks it', () => {
    const row = { ...BOUND, coming: given.comingOf(LED_2) };
    const expected = step({ do: 'APPEND', coming: row.coming, expected: 1 });
    expect(decide(lookAt({ row }, logOf([OPENED, LED_1])))).toEqual(expected);
  });

  test('refuses when the coming id is in another history', () => {
    const row = { ...BOUND, coming: given.comingOf(LED_2) };
    expect(refusalOf({ row }, logOf([OPENED, { ...LED_1, id: 'other1' }, LED_2]))).toContain('another history');
  });

  test.each([
    ['ends lower', [OPENED], 'the event store is an older copy. Restore the newer one'],
    ['ends in another event', [OPENED, { ...LED_1, id: 'other1' }], 'they went apart before that'],
    ['has another event there', [OPENED, { ...LED_1, id: 'other1' }, LED_2], 'they went apart before that'],
    ['ends higher, led', [OPENED, LED_1, LED_2], 'term 2: another PostgreSQL leads this ledger'],
    ['ends higher, attached', [OPENED, LED_1, ATTACHED], 'ana attached the ledger to another PostgreSQL ("restored")'],
    ['ends higher, moved', [OPENED, LED_1, MOVED], 'by an export to esdb://store.example:2113 (move move1)'],
    ['is of B', [OTHER, LED_1], 'PostgreSQL belongs to ledger ledger1, but the event store holds ledger ledger2'],
    [
      'is that of a cancelled move',
      [CANCELLED],
      'begins with LedgerMoveCancelled, and this version knows LedgerOpened of formats up to 1',
    ],
  ])('with a log that %s: refused', (_name, identity, words) => {
    expect(refusalOf({}, logOf(identity))).toContain(words);
  });

  test.each([
    ['nothing', EMPTY_LOG, 'it was wiped, or it is another store'],
    ['events of others alone', WITH_OTHERS, 'no ledger-identity, only events of others or of an unfinished copy'],
  ])('refuses a log that holds %s', (_name, log, words) => {
    expect(refusalOf({}, log)).toContain(words);
  });

  test('refuses a known event id at another revision', () => {
    const row = { ...BOUND, coming: given.comingOf(LED_2) };
    const far = { ...LED_2, revision: 5 };
    expect(refusalOf({ row }, logOf([OPENED, LED_1, far]))).toContain('another PostgreSQL leads');
  });

  test('refuses a ledger that was exported', () => {
    const row = { ...BOUND, last: { id: MOVED.id, revision: 2 } };
    expect(refusalOf({ row }, logOf([OPENED, LED_1, MOVED], 2))).toContain('has left this event store');
  });

  test('waits after a recent attachment until the other PostgreSQL can see it', () => {
    const row = { ...BOUND, state: 'ATTACHING' } as const;
    const thenWrite = { do: 'WRITE_ROW', from: row, to: BOUND };
    expect(decide(lookAt({ row }, logOf([OPENED, LED_1])))).toEqual(
      step({ do: 'STAY_QUIET', ms: QUIET_MS, thenWrite }),
    );
  });
});

describe('checkpoints', () => {
  test('refuse the pair when their event is absent, with projection, event and head', () => {
    const words = refusalOf({}, { ...logOf([OPENED, LED_1]), misplaced: [misplaced(true), misplaced(false)] });
    expect(words).toContain('Projection audit-trail had considered cashout-cid1@3 (event event3) at 40/40');
    expect(words).toContain('where the event store has nothing; its head is 90/90');
  });

  test('refuse the pair when another event is in its place, with both events', () => {
    const found = { stream: 'quote-q1', revision: 0, id: 'event9' };
    const words = refusalOf({}, { ...logOf([OPENED, LED_1]), misplaced: [{ ...misplaced(false), found }] });
    expect(words).toContain('where the event store has quote-q1@0 (event event9)');
  });

  test('refuse the pair when their event is absent, before an append to the log', () => {
    const row = { ...BOUND, coming: given.comingOf(LED_2) };
    const log = { ...logOf([OPENED, LED_1]), misplaced: [misplaced(false)] };
    expect(refusalOf({ row }, log)).toContain('Projection audit-trail');
  });

  test('move back to the previous event of ours when their stream is at fault', () => {
    const fault = misplaced(true);
    const log = { ...logOf([OPENED, LED_1]), misplaced: [fault] };
    expect(decide(lookAt({}, log))).toEqual(step({ do: 'MOVE_CHECKPOINT_BACK', misplaced: fault, to: fault.before }));
  });
});

describe('a pair with any row', () => {
  test.each([
    ['is new', NEW_DATABASE],
    ['is bound', {}],
  ])('refuses a later format when the PostgreSQL %s', (_name, database) => {
    expect(refusalOf(database, logOf([opened({ format: 2 }), LED_1]))).toContain(
      'has format 2, and this version knows',
    );
  });

  test('waits for a log that does not answer', () => {
    for (const row of [null, OPENING, BOUND]) {
      expect(decide(lookAt({ row }, 'AWAY'))).toEqual({ says: 'AWAY' });
    }
  });

  test.each<[string, PairRow | null]>([
    ['went', null],
    ['got a coming event', { ...BOUND, coming: given.comingOf(LED_2) }],
    ['advanced', { ...BOUND, last: { id: 'led2', revision: 2 } }],
    ['changed its state', { ...BOUND, state: 'ATTACHING' }],
    ['is another ledger’s', { ...BOUND, ledgerId: 'ledger2' }],
  ])('asks for another look when a row %s during the look', (_name, rowAfter) => {
    const look = lookAt({}, logOf([OPENED, LED_1, LED_2]), rowAfter);
    expect(decide(look)).toEqual({ says: 'AGAIN' });
  });
});
