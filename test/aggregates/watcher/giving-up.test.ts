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

describe('a deposit that an operator gives up', () => {
  const giveUp = (differences: object = {}) => ({
    ...({ type: 'GiveUpDeposit', network, depositId, undecided: ['ethereum:0xd0:0', depositId] } as const),
    ...{ reason: 'no node has its state', now: time(490) },
    ...differences,
  });
  test('is recorded while an accepted history waits for it', () =>
    given(watcher, ...accepted)
      .when(giveUp())
      .then(givenUp));
  test('is recorded once', () =>
    given(watcher, ...accepted, givenUp)
      .when(giveUp())
      .nothing());
  test('repeats without an event after the network has gone on', () =>
    given(watcher, ...accepted, givenUp, reaffirmed)
      .when(giveUp({ undecided: [] }))
      .nothing());
  test.each<[string, readonly WatcherEvent[], object]>([
    ['another deposit waits', accepted, { undecided: ['ethereum:0xd0:0'] }],
    ['no deposit waits', accepted, { undecided: [] }],
    ['finality is sound', [], {}],
    ['finality is sound again', [...accepted, reaffirmed], {}],
    ['no history was accepted yet', accepted.slice(0, 2), {}],
    ['it was judged later', [...accepted, givenUp, reaffirmed, judged], {}],
  ])('is rejected when %s', (_name, history, differences) =>
    given(watcher, ...history)
      .when(giveUp(differences))
      .rejects('WRONG_STATE'));
  test.each(['', ' \t'])('is rejected with the reason %j', (reason) =>
    given(watcher, ...accepted)
      .when(giveUp({ reason }))
      .rejects('VALIDATION_ERROR'));

  test('stays in question until it is judged, at any event of the network', () => {
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
  test('is judged later, once', () => {
    given(watcher, givenUp).when(judge).then(judged);
    given(watcher, givenUp, judged).when(judge).nothing();
    given(watcher, givenUp, event('DepositsLost')).when(judge).nothing();
  });
});

describe('a transaction that an operator gives up', () => {
  const { network: _network, reason: _reason, givenUpAt: _givenUpAt, ...unread } = event('TransactionGivenUp').data;
  const elsewhere = { ...unread, height: '10', blockHash: '0xb10' };
  const giveUp = (differences: object = {}) => ({
    ...({ type: 'GiveUpTransaction', network, txid: '0xd9', unread: [unread] } as const),
    ...{ reason: 'no node has its receipt', now: time(900) },
    ...differences,
  });
  const gone = event('TransactionGivenUp');
  test('is recorded while it waits', () => given(watcher).when(giveUp()).then(gone));
  test('is recorded once', () => given(watcher, gone).when(giveUp()).nothing());
  test('is recorded in every block where it waits', () =>
    given(watcher)
      .when(giveUp({ unread: [unread, elsewhere] }))
      .then(gone, event('TransactionGivenUp', elsewhere)));
  test('is recorded in a later block anew', () =>
    given(watcher, gone)
      .when(giveUp({ unread: [unread, elsewhere] }))
      .then(event('TransactionGivenUp', elsewhere)));
  test('is rejected when it does not wait', () =>
    given(watcher)
      .when(giveUp({ unread: [] }))
      .rejects('WRONG_STATE'));
  test('is rejected when another transaction waits', () =>
    given(watcher)
      .when(giveUp({ txid: '0xd8' }))
      .rejects('WRONG_STATE'));
  test('is rejected without a reason', () =>
    given(watcher)
      .when(giveUp({ reason: ' ' }))
      .rejects('VALIDATION_ERROR'));
});
