import { UnavailableError, UnknownError } from '@eventstore/db-client';
import { isTransient, judgeAppendError } from '../../../../infra/event-store/client/client-errors';

const fromServer = (code: number): never =>
  Object.assign(new Error('as the server said'), { code, details: '' }) as never;

describe('an error of the client', () => {
  it('is worth another read where the store may be away, and not where it refused', () => {
    expect(isTransient(new UnavailableError(fromServer(14)))).toBe(true);
    expect(isTransient(new UnknownError(fromServer(2)))).toBe(true);
    // The client has no name of its own for an argument that was refused.
    expect(isTransient(new UnknownError(fromServer(3)))).toBe(false);
    expect(isTransient(fromServer(12))).toBe(false);
    expect(isTransient(fromServer(16))).toBe(false);
  });

  it('leaves an append unknown when it ended the call, which may have carried others', () => {
    expect(judgeAppendError(new UnknownError(fromServer(3)))).toBe('unknown');
    expect(judgeAppendError(new UnavailableError(fromServer(14)))).toBe('unknown');
  });
});
