import { fold } from '../../../aggregates/decider';
import type { WatcherEvent } from '../../../aggregates/watcher/events';
import { isInQuestion, watcher } from '../../../aggregates/watcher/watcher';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const network = 'ethereum';
const depositId = 'ethereum:0xd1:0';
const accepted = [event('FinalityQuestioned'), event('FinalityViolated'), event('FinalityAccepted')];
const givenUp = event('DepositGivenUp');
const judged = event('GivenUpJudged');
const reaffirmed = event('FinalityReaffirmed');

describe('an operator gives up on a deposit that nobody can judge', () => {
  const giveUp = (differences: object = {}) => ({
    ...({ type: 'GiveUpDeposit', network, depositId, undecided: ['ethereum:0xd0:0', depositId] } as const),
    ...{ reason: 'no node has its state', now: time(490) },
    ...differences,
  });
  test('while what was accepted waits for it', () =>
    given(watcher, ...accepted)
      .when(giveUp())
      .then(givenUp));
  test('once', () =>
    given(watcher, ...accepted, givenUp)
      .when(giveUp())
      .nothing());
  test('a repetition is nothing also when the network has gone on', () =>
    given(watcher, ...accepted, givenUp, reaffirmed)
      .when(giveUp({ undecided: [] }))
      .nothing());
  test.each<[string, readonly WatcherEvent[], object]>([
    ['another one is what cannot be judged', accepted, { undecided: ['ethereum:0xd0:0'] }],
    ['nothing waits', accepted, { undecided: [] }],
    ['finality is sound', [], {}],
    ['finality is sound again', [...accepted, reaffirmed], {}],
    ['nothing was accepted yet', accepted.slice(0, 2), {}],
    ['it was judged after all', [...accepted, givenUp, reaffirmed, judged], {}],
  ])('not when %s', (_name, history, differences) =>
    given(watcher, ...history)
      .when(giveUp(differences))
      .rejects('WRONG_STATE'));
  test.each(['', ' \t'])('not for the reason %j', (reason) =>
    given(watcher, ...accepted)
      .when(giveUp({ reason }))
      .rejects('VALIDATION_ERROR'));

  test('nothing is matched or requested for it until it is judged, whatever the network does', () => {
    const asks = (...after: readonly WatcherEvent[]) =>
      ['ethereum:0xd1:0', 'ethereum:0xd2:0'].map((id) =>
        isInQuestion(fold(watcher, [...accepted, givenUp, reaffirmed, ...after]), id),
      );
    expect([asks(), asks(judged), asks(event('DepositsLost'))]).toEqual([
      [true, false],
      [false, false],
      [true, false],
    ]);
  });

  const judge = { type: 'JudgeGivenUp', network, depositId, verdict: 'FINAL', now: time(700) } as const;
  test('it is judged after all, once', () => {
    given(watcher, givenUp).when(judge).then(judged);
    given(watcher, givenUp, judged).when(judge).nothing();
    given(watcher, givenUp, event('DepositsLost')).when(judge).nothing();
  });
});

describe('an operator gives up on a transaction that nobody can read', () => {
  const { network: _network, reason: _reason, givenUpAt: _givenUpAt, ...unread } = event('TransactionGivenUp').data;
  const elsewhere = { ...unread, height: '10', blockHash: '0xb10' };
  const giveUp = (differences: object = {}) => ({
    ...({ type: 'GiveUpTransaction', network, txid: '0xd9', unread: [unread] } as const),
    ...{ reason: 'no node has its receipt', now: time(900) },
    ...differences,
  });
  const gone = event('TransactionGivenUp');
  test('that waits', () => given(watcher).when(giveUp()).then(gone));
  test('once', () => given(watcher, gone).when(giveUp()).nothing());
  test('in every block that it waits in', () =>
    given(watcher)
      .when(giveUp({ unread: [unread, elsewhere] }))
      .then(gone, event('TransactionGivenUp', elsewhere)));
  test('in a later block anew', () =>
    given(watcher, gone)
      .when(giveUp({ unread: [unread, elsewhere] }))
      .then(event('TransactionGivenUp', elsewhere)));
  test('not when it does not wait', () =>
    given(watcher)
      .when(giveUp({ unread: [] }))
      .rejects('WRONG_STATE'));
  test('nor when another one does', () =>
    given(watcher)
      .when(giveUp({ txid: '0xd8' }))
      .rejects('WRONG_STATE'));
  test('nor without a reason', () =>
    given(watcher)
      .when(giveUp({ reason: ' ' }))
      .rejects('VALIDATION_ERROR'));
});
