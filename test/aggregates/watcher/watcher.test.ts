import { fold } from '../../../aggregates/decider';
import type { WatcherEvent } from '../../../aggregates/watcher/events';
import { isInQuestion, watcher } from '../../../aggregates/watcher/watcher';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const network = 'ethereum';
const reached = (seconds: number) => event('WatermarkReached', { time: time(seconds) });
const reach = (seconds: number) => ({ type: 'ReachWatermark', watermark: reached(seconds).data }) as const;

test('records the first watermark', () => given(watcher).when(reach(0)).then(reached(0)));
test('records a later watermark', () => given(watcher, reached(0)).when(reach(0.001)).then(reached(0.001)));
test('does not record the same watermark again', () => given(watcher, reached(5)).when(reach(5)).nothing());
test('does not record an earlier watermark of a slow node', () => given(watcher, reached(5)).when(reach(4)).nothing());

const { questionedAt: _, ...contradiction } = event('FinalityQuestioned').data;
const contradict = (seconds: number) => ({ type: 'ReportContradiction', contradiction, now: time(seconds) }) as const;
const questioned = event('FinalityQuestioned');
const violated = (seconds = 460) => event('FinalityViolated', { violatedAt: time(seconds) });
const reaffirm = { type: 'ReaffirmFinality', network, now: time(500) } as const;
const reaffirmed = event('FinalityReaffirmed');
const accepted = event('FinalityAccepted');
const accept = (fromHeight: string) =>
  ({ type: 'AcceptFinality', network, fromHeight, reason: 'the fork was decided', now: time(470) }) as const;

describe('a contradiction of a final block', () => {
  test('questions the finality', () => given(watcher).when(contradict(400)).then(questioned));
  test('is ignored within a minute', () => given(watcher, questioned).when(contradict(459.999)).nothing());
  test('is a violation after a minute', () => given(watcher, questioned).when(contradict(460)).then(violated()));
  test('starts again after a check that agreed', () =>
    given(watcher, questioned, reaffirmed)
      .when(contradict(600))
      .then(event('FinalityQuestioned', { questionedAt: time(600) })));
  test('is ignored after a violation', () => given(watcher, questioned, violated()).when(contradict(999)).nothing());
  test('is a violation at once after an accepted history', () =>
    given(watcher, questioned, violated(), accepted).when(contradict(480)).then(violated(480)));
});

describe('the reaffirmation of finality', () => {
  test('follows a check that agrees', () => given(watcher, questioned).when(reaffirm).then(reaffirmed));
  test('follows a new check of the final deposits', () =>
    given(watcher, questioned, violated(), accepted).when(reaffirm).then(reaffirmed));
  test('never follows a violation without an operator', () =>
    given(watcher, questioned, violated()).when(reaffirm).nothing());
  test('needs a question', () => given(watcher).when(reaffirm).nothing());
});

describe('the acceptance of another history', () => {
  const given91 = () => given(watcher, questioned, violated());
  test('starts at the first height that is not common', () => given91().when(accept('91')).then(accepted));
  test('may start further below', () =>
    given91()
      .when(accept('0'))
      .then(event('FinalityAccepted', { fromHeight: '0' })));
  test('may not start above, because the kept hashes would contradict it again', () =>
    given91().when(accept('92')).rejects('VALIDATION_ERROR'));
  test('starts at most at the contradiction when no height is common', () => {
    const alone = event('FinalityViolated', { commonHeight: null });
    given(watcher, alone)
      .when(accept('100'))
      .then(event('FinalityAccepted', { fromHeight: '100' }));
    given(watcher, alone).when(accept('101')).rejects('VALIDATION_ERROR');
  });
  test.each([
    ['no block is in question', []],
    ['it is only questioned', [questioned]],
    ['it was accepted', [questioned, violated(), accepted]],
  ])('is rejected when %s', (_name, history) =>
    given(watcher, ...history)
      .when(accept('91'))
      .rejects('WRONG_STATE'));
});

describe('a deposit in question', () => {
  const asks = (depositId: string, ...history: readonly WatcherEvent[]) =>
    isInQuestion(fold(watcher, history), depositId);
  test.each<[boolean, string, readonly WatcherEvent[]]>([
    [false, 'no event happened', []],
    [true, 'it is questioned', [questioned]],
    [true, 'it is violated', [questioned, violated()]],
    [true, 'it is accepted', [questioned, violated(), accepted]],
    [false, 'it is reaffirmed', [questioned, violated(), accepted, reaffirmed]],
  ])('is %s, when %s', (expected, _name, history) => expect(asks('ethereum:0xd2:0', ...history)).toBe(expected));

  test('stays in question for ever once it was lost', () => {
    const history = [questioned, violated(), accepted, event('DepositsLost'), reaffirmed];
    expect([asks('ethereum:0xd1:0', ...history), asks('ethereum:0xd2:0', ...history)]).toEqual([true, false]);
  });
  test('is lost once', () => {
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
  test('is recorded', () => given(watcher).when(report()).then(event('GapSeen')));
  test('is recorded once', () => given(watcher, event('GapSeen')).when(report()).nothing());
  test('is recorded in addition to another one', () =>
    given(watcher, event('GapSeen'))
      .when(report('105'))
      .then(event('GapSeen', { height: '105' })));
  test('is skipped by an operator', () =>
    given(watcher, event('GapSeen')).when(skip('109')).then(event('GapAccepted')));
  test('is not skipped when history can be read again', () =>
    given(watcher, event('GapSeen')).when(skip('110')).rejects('VALIDATION_ERROR'));
  test('is skipped to any height while its end is unknown', () =>
    given(watcher, event('GapSeen', { readableFrom: null }))
      .when(skip('500'))
      .then(event('GapAccepted', { toHeight: '500' })));
  test('is not skipped below its beginning', () =>
    given(watcher, event('GapSeen')).when(skip('100')).rejects('VALIDATION_ERROR'));
  test('is not skipped before it was recorded', () => given(watcher).when(skip('109')).rejects('WRONG_STATE'));
  test('is not skipped twice', () =>
    given(watcher, event('GapSeen'), event('GapAccepted')).when(skip('109')).rejects('WRONG_STATE'));
});

describe('an asset with a shortage', () => {
  const { haltedAt: _haltedAt, ...shortage } = event('AssetHalted').data;
  const halt = { type: 'HaltAsset', shortage, now: time(78) } as const;
  const resume = { type: 'ResumeAsset', network, assetId: 201, now: time(600) } as const;
  test('is halted', () => given(watcher).when(halt).then(event('AssetHalted')));
  test('is halted once', () => given(watcher, event('AssetHalted')).when(halt).nothing());
  test('stays halted until an operator resumes it', () =>
    given(watcher, event('AssetHalted')).when(resume).then(event('AssetResumed')));
  test('is halted again after that', () =>
    given(watcher, event('AssetHalted'), event('AssetResumed')).when(halt).then(event('AssetHalted')));
  test('is not resumed without a halt', () => given(watcher).when(resume).rejects('WRONG_STATE'));
});
