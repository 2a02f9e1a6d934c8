import type { PairLook, PairRow } from '../../../../commands/ports/pair';
import { judgePair } from '../../../../infra/event-store/check/judge-pair';
import * as given from '../../../commands/pair/sample-look';

const { BOUND, CONSIDERED, EMPTY_LOG, LED_1, LED_2, lookAt, logOf, NEW_DATABASE, OPENED, OPENING, RIGHT_LOOK } = given;

const judged = (look: PairLook) => judgePair(look, { ledgerId: 'drawn', at: given.AT });
const rightLog = logOf([OPENED, LED_1]);
const rowIs = (row: Partial<PairRow>): PairLook => lookAt({ row: { ...BOUND, ...row } }, rightLog);
const UNNAMED = [{ projection: 'audit-trail', considered: 'UNNAMED' }] as const;
const misplaced = {
  ...{ projection: 'audit-trail', considered: CONSIDERED, found: null, isStreamFaulty: true },
  before: { ...CONSIDERED, revision: 2, id: 'event2' },
};

describe('E14: what is said of the pair', () => {
  test.each<[string, PairLook, string, RegExp]>([
    ['a right one', RIGHT_LOOK, 'ok', /^bound to ledger ledger1, format 1, term 1$/],
    [
      'nothing on either side',
      lookAt(NEW_DATABASE, EMPTY_LOG),
      'warning',
      /^not bound yet: a start opens a new ledger/,
    ],
    [
      'rows of the version before',
      lookAt({ ...NEW_DATABASE, checkpoints: UNNAMED }, { ...EMPTY_LOG, hasOthers: true }),
      'warning',
      /^not bound yet: .*rows of the version before.* no way back/,
    ],
    [
      'an opening that was broken off',
      lookAt({ ...NEW_DATABASE, row: OPENING }, EMPTY_LOG),
      'warning',
      /^PostgreSQL has begun to open ledger ledger1 and .*; a start appends LedgerOpened and goes on$/,
    ],
    [
      'a binding that was broken off',
      lookAt({ row: { ...OPENING, state: 'ADOPTING' }, checkpoints: UNNAMED }, EMPTY_LOG),
      'warning',
      /^PostgreSQL has begun to bind ledger ledger1 .* with the whole log and goes on$/,
    ],
    [
      'an election that was broken off',
      rowIs({ coming: given.comingOf(LED_2) }),
      'warning',
      /^PostgreSQL has begun an election of ledger ledger1 .*; a start appends LedgerLed and goes on$/,
    ],
    [
      'an election whose event is written',
      lookAt({ row: { ...BOUND, coming: given.comingOf(LED_2) } }, logOf([OPENED, LED_1, LED_2])),
      'warning',
      /^PostgreSQL has begun an election of ledger ledger1 and has not ended that; a start goes on with it$/,
    ],
    [
      'a ledger that was just given',
      rowIs({ state: 'ATTACHING' }),
      'warning',
      /was given ledger ledger1 .* waits 75 s/,
    ],
    [
      'a stream that somebody deleted',
      lookAt({}, { ...rightLog, misplaced: [misplaced] }),
      'warning',
      /^stream cashout-cid1 is not whole; .* projection audit-trail back behind cashout-cid1@3$/,
    ],
    [
      'a log that another PostgreSQL led',
      lookAt({}, logOf([OPENED, LED_1, LED_2])),
      'fault',
      /^PostgreSQL knows ledger ledger1 up to revision 1 .*another PostgreSQL leads this ledger.* \(one look; /,
    ],
    ['a store that stopped answering', lookAt({}, 'AWAY'), 'not checked', /did not answer/],
    ['a row that was written meanwhile', lookAt({}, rightLog, OPENING), 'not checked', /ask again$/],
  ])('%s', (_, look, outcome, says) => {
    expect(judged(look)).toMatchObject({ check: 'pair', outcome });
    expect(judged(look).says).toMatch(says);
  });
});
