import { decideEmbedded } from '../../../commands/pair/decide-embedded';
import type { PairDecision } from '../../../commands/pair/decision';
import { openingIdOf } from '../../../commands/pair/opening';
import type { LogSays, PairLook, PairRow } from '../../../commands/ports/pair';
import { event } from '../../../packages/testing/src/samples/sample-events';
import * as given from './sample-look';

const { BOUND, CONSIDERED, EMPTY_LOG, LED_1, MOVED, NEW_DATABASE, OPENED, OPENING, lookAt, logOf } = given;

const decide = (look: PairLook): PairDecision => decideEmbedded(look, { id: 'drawn', at: given.AT });
const refusalOf = (look: PairLook): string => {
  const decision = decide(look);
  return decision.says === 'WRONG' ? decision.refusal.because : JSON.stringify(decision);
};

const LOG = logOf([OPENED, LED_1]);
const misplacedIn = (isStreamFaulty: boolean): LogSays['misplaced'] => [
  { projection: 'accounts', considered: CONSIDERED, found: null, isStreamFaulty, before: 'START' },
];

describe('a start whose log and rows are one database', () => {
  test('opens a new ledger without a row', () =>
    expect(decide(lookAt(NEW_DATABASE, EMPTY_LOG))).toMatchObject({
      says: 'STEP',
      step: { do: 'APPEND', coming: { id: openingIdOf('drawn') }, expected: 'no_stream' },
    }));

  test('continues with its ledger when each checkpoint is in its place', () =>
    expect(decide(lookAt({ row: null }, LOG))).toEqual({ says: 'RIGHT' }));

  test.each<[string, PairRow, LogSays]>([
    ['that is bound', BOUND, LOG],
    ['with a coming event, half written', { ...BOUND, coming: given.comingOf(given.LED_2) }, LOG],
    ['with an opening that nothing came of', OPENING, EMPTY_LOG],
  ])('drops a row of the version before %s', (_name, row, log) =>
    expect(decide(lookAt({ row }, log))).toEqual({ says: 'STEP', step: { do: 'WRITE_ROW', from: row, to: null } }));

  test('moves a checkpoint back when its stream is at fault', () =>
    expect(decide(lookAt({ row: null }, { ...LOG, misplaced: misplacedIn(true) }))).toMatchObject({
      step: { do: 'MOVE_CHECKPOINT_BACK', to: 'START' },
    }));

  test.each<[string, PairLook, string]>([
    [
      'a checkpoint without its event',
      lookAt({ row: null }, { ...LOG, misplaced: misplacedIn(false) }),
      'CHECKPOINT_ABSENT',
    ],
    ['keys, but no log', lookAt({ ...NEW_DATABASE, isVaultEmpty: false }, EMPTY_LOG), 'LOG_EMPTY'],
    ['an import that broke off', lookAt(NEW_DATABASE, { ...EMPTY_LOG, hasOthers: true }), 'DATABASE_EMPTY'],
    ['a ledger that has left', lookAt({ row: null }, logOf([OPENED, MOVED])), 'MOVED'],
    ['a ledger that was exported', lookAt({ row: BOUND }, logOf([OPENED, LED_1, MOVED])), 'MOVED'],
    ['a row of an event store', lookAt({ row: BOUND }, EMPTY_LOG), 'STORE_NOT_NAMED'],
    [
      'a row of a later place',
      lookAt({ row: { ...BOUND, last: { id: 'led9', revision: 9 } } }, LOG),
      'STORE_NOT_NAMED',
    ],
    ['a row of another ledger', lookAt({ row: { ...BOUND, ledgerId: 'ledger2' } }, LOG), 'OTHER_LEDGER'],
    [
      'a later format',
      lookAt({ row: null }, logOf([{ ...OPENED, ...event('LedgerOpened', { format: 2 }) }])),
      'FORMAT_UNKNOWN',
    ],
  ])('is refused with %s', (_name, look, because) => expect(refusalOf(look)).toBe(because));

  test('waits while the log is unreachable or the row changes', () => {
    expect(decide(lookAt({ row: null }, 'AWAY'))).toEqual({ says: 'AWAY' });
    expect(decide(lookAt({ row: null }, LOG, BOUND))).toEqual({ says: 'AGAIN' });
  });
});
