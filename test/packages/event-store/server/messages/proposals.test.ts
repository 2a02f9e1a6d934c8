import { NO_STREAM } from '../../../../../packages/event-store/log/append-request';
import { expectedOf } from '../../../../../packages/event-store/server/messages/proposals';

describe('the expectation of an append', () => {
  it('is a revision, no stream, any stream or anything', () => {
    expect(expectedOf({ expected: 'revision', revision: 0 })).toBe(0);
    expect(expectedOf({ expected: 'noStream', revision: 0 })).toBe(NO_STREAM);
    expect(expectedOf({ expected: 'streamExists', revision: 0 })).toBe('stream_exists');
    expect(expectedOf({ expected: 'any', revision: 0 })).toBe('any');
  });

  it('is never missing', () => {
    expect(() => expectedOf({ revision: 0 })).toThrow('names the revision');
  });
});
