import { NotLeaderError, TimeoutError, UnavailableError, UnknownError } from '@eventstore/db-client';
import { Metadata } from '@grpc/grpc-js';
import { isTooSlow, isTransient, judgeAppendError } from '../../../../infra/event-store/client/client-errors';
import { isEventStoreUnavailable } from '../../../../infra/event-store/client/unavailable';

const fromServer = (code: number): never =>
  Object.assign(new Error('as the server said'), { code, details: '' }) as never;

describe('an error of the client', () => {
  it('allows another read when the store may be unreachable, and not after a refusal', () => {
    expect(isTransient(new UnavailableError(fromServer(14)))).toBe(true);
    expect(isTransient(new UnknownError(fromServer(2)))).toBe(true);
    // The client has no name of its own for an argument that was refused.
    expect(isTransient(new UnknownError(fromServer(3)))).toBe(false);
    expect(isTransient(fromServer(12))).toBe(false);
    expect(isTransient(fromServer(16))).toBe(false);
  });

  it('leaves an append unknown when it ended the call, which may have contained others', () => {
    expect(judgeAppendError(new UnknownError(fromServer(3)))).toBe('unknown');
    expect(judgeAppendError(new UnavailableError(fromServer(14)))).toBe('unknown');
  });

  it('is not repeated when the server logged it under its id', () => {
    const id = 'internal error 3b3f7c9e-5a57-4c09-9d3b-0f9f2a8f2f10';
    const internal = new UnknownError(
      Object.assign(new Error(`13 INTERNAL: ${id}`), { code: 13, details: id }) as never,
    );
    const inBatch = new UnknownError(undefined, `Could not recognize ${id}`);
    for (const error of [internal, inBatch]) {
      expect([isTransient(error), judgeAppendError(error), isEventStoreUnavailable(error)]).toEqual([
        false,
        'internal',
        false,
      ]);
    }
  });

  it.each([
    'Received message larger than max (18874400 vs 17825792)',
    'Received message exceeds the maximum configured message size.',
    'A message is at most 16777216 bytes',
  ])('is no outage where it says of a message: %s', (details) => {
    const error = new UnknownError(Object.assign(new Error(details), { code: 8, details }) as never);
    expect([isTransient(error), isEventStoreUnavailable(error)]).toEqual([false, false]);
    // Against an append: the error ended a call that may have carried others.
    expect(judgeAppendError(error)).toBe('unknown');
  });

  it('is an outage when the server is overloaded, which has the same code', () => {
    const details = 'Too many calls';
    const error = new UnknownError(Object.assign(new Error(details), { code: 8, details }) as never);
    expect([isTransient(error), isEventStoreUnavailable(error)]).toEqual([true, true]);
  });

  const notLeader = (): Error => {
    const metadata = new Metadata();
    metadata.set('leader-endpoint-host', '10.0.0.1');
    metadata.set('leader-endpoint-port', '2113');
    return new NotLeaderError(Object.assign(new Error('Leader info available'), { code: 5, metadata }) as never);
  };

  it.each([
    ['a closed channel of grpc-js', new Error('Channel has been shut down')],
    ['a cluster that was not found', new Error('Failed to discover after 10 attempts.')],
    ['a node without a leader', new UnknownError(undefined as never, 'No leader info available in response')],
    [
      'a refused append of such a node',
      new UnknownError(undefined as never, 'Could not recognize Server Is Not Ready'),
    ],
    ['a follower', notLeader()],
  ])('%s is away: calls are repeated, appends by the same ids, and upstream it is unavailable', (_, error) => {
    expect([isTransient(error), isEventStoreUnavailable(error), judgeAppendError(error)]).toEqual([
      true,
      true,
      'unknown',
    ]);
  });

  it('distinguishes a subscriber that was too slow from an operation that timed out', () => {
    const aborted = (details: string): Error =>
      new TimeoutError(Object.assign(new Error(`10 ABORTED: ${details}`), { code: 10, details }) as never);
    const slow = 'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.';
    expect([isTooSlow(aborted(slow)), isTooSlow(aborted('Operation timed out: Commit timeout'))]).toEqual([
      true,
      false,
    ]);
    expect(isTooSlow(new Error(slow))).toBe(false);
  });
});
