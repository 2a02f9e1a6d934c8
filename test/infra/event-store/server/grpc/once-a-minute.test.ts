import { onceAMinute } from '../../../../../infra/event-store/server/grpc/once-a-minute';

describe('E4: lines about bad connections', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('are one a minute, with the number of those between', () => {
    const lines: string[] = [];
    const say = onceAMinute((line) => void lines.push(line));
    for (let second = 0; second < 150; second += 1) {
      say(`bad ${second}`);
      jest.advanceTimersByTime(1_000);
    }
    expect(lines).toEqual([
      'bad 0',
      'bad 59 (59 such lines within a minute)',
      'bad 119 (60 such lines within a minute)',
    ]);
  });

  it('come at once again after a quiet minute', () => {
    const lines: string[] = [];
    const say = onceAMinute((line) => void lines.push(line));
    say('first');
    jest.advanceTimersByTime(60_000);
    say('second');
    expect(lines).toEqual(['first', 'second']);
  });
});
