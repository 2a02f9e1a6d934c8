import { fold } from '../../../aggregates/decider';
import type { WatcherEvent } from '../../../aggregates/watcher/events';
import { isInQuestion, watcher } from '../../../aggregates/watcher/watcher';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const network = 'ethereum';
const reached = (seconds: number) => event('WatermarkReached', { time: time(seconds) });
const reach = (seconds: number) => ({ type: 'ReachWatermark', watermark: reached(seconds).data }) as const;

test('the first watermark counts', () => given(watcher).when(reach(0)).then(reached(0)));
test('a later one too', () => given(watcher, reached(0)).when(reach(0.001)).then(reached(0.001)));
test('the same does not', () => given(watcher, reached(5)).when(reach(5)).nothing());
test('nor does an earlier one: a lagging node takes nothing back', () =>
  given(watcher, reached(5)).when(reach(4)).nothing());

const { questionedAt: _, ...contradiction } = event('FinalityQuestioned').data;
const contradict = (seconds: number) => ({ type: 'ReportContradiction', contradiction, now: time(seconds) }) as const;
const questioned = event('FinalityQuestioned');
const violated = (seconds = 460) => event('FinalityViolated', { violatedAt: time(seconds) });
const reaffirm = { type: 'ReaffirmFinality', network, now: time(500) } as const;
const reaffirmed = event('FinalityReaffirmed');
const accepted = event('FinalityAccepted');
const accept = (fromHeight: string) =>
  ({ type: 'AcceptFinality', network, fromHeight, reason: 'the fork was decided', now: time(470) }) as const;

describe('a contradiction of what was final', () => {
  test('puts it in question', () => given(watcher).when(contradict(400)).then(questioned));
  test('met again within a minute is no news', () => given(watcher, questioned).when(contradict(459.999)).nothing());
  test('met again a minute later is a violation', () =>
    given(watcher, questioned).when(contradict(460)).then(violated()));
  test('begins anew after a look that agreed', () =>
    given(watcher, questioned, reaffirmed)
      .when(contradict(600))
      .then(event('FinalityQuestioned', { questionedAt: time(600) })));
  test('of what is violated is no news', () => given(watcher, questioned, violated()).when(contradict(999)).nothing());
  test('of what was accepted is a violation at once', () =>
    given(watcher, questioned, violated(), accepted).when(contradict(480)).then(violated(480)));
});

describe('finality is reaffirmed', () => {
  test('by a look that agrees', () => given(watcher, questioned).when(reaffirm).then(reaffirmed));
  test('when what had become final was judged again', () =>
    given(watcher, questioned, violated(), accepted).when(reaffirm).then(reaffirmed));
  test('never by itself once it was violated', () => given(watcher, questioned, violated()).when(reaffirm).nothing());
  test('only when it was in question', () => given(watcher).when(reaffirm).nothing());
});

describe('an operator accepts another history', () => {
  const given91 = () => given(watcher, questioned, violated());
  test('from the first height that is not common', () => given91().when(accept('91')).then(accepted));
  test('or from further below', () =>
    given91()
      .when(accept('0'))
      .then(event('FinalityAccepted', { fromHeight: '0' })));
  test('but not above, where the kept hashes would contradict it again', () =>
    given91().when(accept('92')).rejects('VALIDATION_ERROR'));
  test('without a common height, from the contradiction at most', () => {
    const alone = event('FinalityViolated', { commonHeight: null });
    given(watcher, alone)
      .when(accept('100'))
      .then(event('FinalityAccepted', { fromHeight: '100' }));
    given(watcher, alone).when(accept('101')).rejects('VALIDATION_ERROR');
  });
  test.each([
    ['nothing is in question', []],
    ['it is only questioned', [questioned]],
    ['it was accepted', [questioned, violated(), accepted]],
  ])('not when %s', (_name, history) =>
    given(watcher, ...history)
      .when(accept('91'))
      .rejects('WRONG_STATE'));
});

describe('nothing is matched or requested', () => {
  const asks = (depositId: string, ...history: readonly WatcherEvent[]) =>
    isInQuestion(fold(watcher, history), depositId);
  test.each<[boolean, string, readonly WatcherEvent[]]>([
    [false, 'nothing happened', []],
    [true, 'it is questioned', [questioned]],
    [true, 'it is violated', [questioned, violated()]],
    [true, 'it is accepted', [questioned, violated(), accepted]],
    [false, 'it is reaffirmed', [questioned, violated(), accepted, reaffirmed]],
  ])('%s, when %s', (expected, _name, history) => expect(asks('ethereum:0xd2:0', ...history)).toBe(expected));

  test('for a deposit that was lost, ever again', () => {
    const history = [questioned, violated(), accepted, event('DepositsLost'), reaffirmed];
    expect([asks('ethereum:0xd1:0', ...history), asks('ethereum:0xd2:0', ...history)]).toEqual([true, false]);
  });
  test('a deposit is lost once', () => {
    const lose = (...depositIds: readonly string[]) =>
      ({ type: 'LoseDeposits', network, depositIds, now: time(480) }) as const;
    given(watcher, accepted).when(lose('ethereum:0xd1:0')).then(event('DepositsLost'));
    given(watcher, event('DepositsLost')).when(lose('ethereum:0xd1:0')).nothing();
    given(watcher, event('DepositsLost'))
      .when(lose('ethereum:0xd1:0', 'ethereum:0xd2:0'))
      .then(event('DepositsLost', { depositIds: ['ethereum:0xd2:0'] }));
  });
});

describe('a gap in history', () => {
  const { seenAt: _seenAt, ...gap } = event('GapSeen').data;
  const report = (height = gap.height) => ({ type: 'ReportGap', gap: { ...gap, height }, now: time(400) }) as const;
  const skip = (toHeight: string) =>
    ({ type: 'AcceptGap', network, toHeight, reason: 'nobody has it', now: time(470) }) as const;
  test('is seen', () => given(watcher).when(report()).then(event('GapSeen')));
  test('once', () => given(watcher, event('GapSeen')).when(report()).nothing());
  test('another is another', () =>
    given(watcher, event('GapSeen'))
      .when(report('105'))
      .then(event('GapSeen', { height: '105' })));
  test('is skipped by an operator', () =>
    given(watcher, event('GapSeen')).when(skip('109')).then(event('GapAccepted')));
  test('never where history can be read again', () =>
    given(watcher, event('GapSeen')).when(skip('110')).rejects('VALIDATION_ERROR'));
  test('wherever its end is when nobody knows', () =>
    given(watcher, event('GapSeen', { readableFrom: null }))
      .when(skip('500'))
      .then(event('GapAccepted', { toHeight: '500' })));
  test('not below its beginning', () => given(watcher, event('GapSeen')).when(skip('100')).rejects('VALIDATION_ERROR'));
  test('not without one', () => given(watcher).when(skip('109')).rejects('WRONG_STATE'));
  test('not twice', () =>
    given(watcher, event('GapSeen'), event('GapAccepted')).when(skip('109')).rejects('WRONG_STATE'));
});

describe('an asset of which less arrived than was logged', () => {
  const { haltedAt: _haltedAt, ...shortage } = event('AssetHalted').data;
  const halt = { type: 'HaltAsset', shortage, now: time(78) } as const;
  const resume = { type: 'ResumeAsset', network, assetId: 201, now: time(600) } as const;
  test('is halted', () => given(watcher).when(halt).then(event('AssetHalted')));
  test('once', () => given(watcher, event('AssetHalted')).when(halt).nothing());
  test('until an operator resumes it', () =>
    given(watcher, event('AssetHalted')).when(resume).then(event('AssetResumed')));
  test('and again after that', () =>
    given(watcher, event('AssetHalted'), event('AssetResumed')).when(halt).then(event('AssetHalted')));
  test('what is not halted cannot be resumed', () => given(watcher).when(resume).rejects('WRONG_STATE'));
});
