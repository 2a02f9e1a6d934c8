import { decideEmbedded } from '../../../../commands/pair/decide-embedded';
import { decidePair } from '../../../../commands/pair/decide-pair';
import type { DecidePair } from '../../../../commands/pair/decision';
import { acceptStep, decideLoss, isLoss, lostIn } from '../../../../commands/pair/losing/decide-loss';
import type { LogSays, PairLook, PairRow } from '../../../../commands/ports/pair';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import * as given from '../sample-look';

const { BOUND, EMPTY_LOG, LED_1, LED_2, MOVED, NEW_DATABASE, OPENED, lookAt, logOf } = given;

const decide = (look: PairLook, by: DecidePair = decidePair) => decideLoss(by)(look, { id: 'new', at: given.AT });
const refusalOf = (look: PairLook): string => {
  const decision = decide(look);
  return decision.says === 'WRONG' ? decision.refusal.because : decision.says;
};

const misplaced: LogSays['misplaced'] = [
  { projection: 'accounts', considered: given.CONSIDERED, found: null, isStreamFaulty: false, before: 'START' },
];
const RIGHT = logOf([OPENED, LED_1]);
const other = { ...LED_1, id: 'another' };

test.each<[string, PairLook, object]>([
  ['an older copy', lookAt({}, logOf([OPENED])), { id: OPENED.id, revision: 0 }],
  ['a copy that was led since', lookAt({}, logOf([OPENED, other])), { id: 'another', revision: 1 }],
  ['a copy that lacks what was considered', lookAt({}, { ...RIGHT, misplaced }), { id: 'led1', revision: 1 }],
  ['a pair that looks right: both were restored', given.RIGHT_LOOK, { id: 'led1', revision: 1 }],
])('accepts %s', (_what, look, end) => {
  const decision = decide(look);
  expect(decision.says === 'WRONG' ? isLoss(decision.refusal) : decision.says === 'RIGHT').toBe(true);
  expect(lostIn(look)).toEqual({ ledgerId: 'ledger1', row: BOUND, end });
});

test('accepts a restored database whose log contains it', () =>
  expect(decide(lookAt({ row: null }, RIGHT), decideEmbedded)).toEqual({ says: 'RIGHT' }));

test('takes no step of a start before the payments are on hold', () =>
  expect(decide(lookAt({ row: { ...BOUND, coming: given.comingOf(LED_2) } }, RIGHT))).toEqual({ says: 'RIGHT' }));

const otherLedger = { ...OPENED, ...event('LedgerOpened', { ledgerId: 'ledger2' }) };
const left: PairRow = { ...BOUND, last: { id: 'moved2', revision: 2 } };

test.each<[string, PairLook, string]>([
  ['another PostgreSQL has gone on', lookAt({}, logOf([OPENED, LED_1, LED_2])), 'LED_ELSEWHERE'],
  ['it was attached elsewhere', lookAt({}, logOf([OPENED, LED_1, given.ATTACHED])), 'LED_ELSEWHERE'],
  ['it has left, and lost besides', lookAt({}, { ...logOf([OPENED, LED_1, MOVED]), misplaced }), 'MOVED'],
  ['it was exported, and lost', lookAt({ row: left }, { ...logOf([OPENED, LED_1, MOVED], 2), misplaced }), 'MOVED'],
  ['it is another ledger', lookAt({}, logOf([otherLedger])), 'OTHER_LEDGER'],
  ['it is a store of a cancelled move', lookAt({}, logOf([given.CANCELLED])), 'FORMAT_UNKNOWN'],
  ['the log is gone', lookAt({}, EMPTY_LOG), 'LEDGER_ABSENT'],
  ['PostgreSQL is new', lookAt(NEW_DATABASE, RIGHT), 'DATABASE_EMPTY'],
  ['both are new', lookAt(NEW_DATABASE, EMPTY_LOG), 'NOTHING_BOUND'],
])('refuses to accept a loss where %s', (_what, look, because) => expect(refusalOf(look)).toBe(because));

test('waits while a store is unreachable or the row changes', () => {
  expect(refusalOf(lookAt({}, 'AWAY'))).toBe('AWAY');
  expect(refusalOf(lookAt({}, RIGHT, { ...BOUND, state: 'ATTACHING' }))).toBe('AGAIN');
});

test('ends the row at the end of the copy, and names the coming event', () => {
  const accepted = { id: 'mine', at: given.AT, actor: 'ana', reason: 'the disk is gone', lostSince: 'then' };
  const { from, to } = acceptStep(BOUND, { id: OPENED.id, revision: 0 }, accepted);
  expect(from).toEqual(BOUND);
  expect(to).toMatchObject({ state: 'ATTACHING', last: { id: OPENED.id, revision: 0 }, coming: { id: 'mine' } });
  expect(to?.coming?.event.data).toMatchObject({ actor: 'ana', reason: 'the disk is gone', lostSince: 'then' });
});
