import { quote } from '../../../aggregates/quote/quote';
import { user } from '../../../aggregates/user/user';
import { systemContext } from '../../../commands/handling/context';
import { eventIdOf } from '../../../commands/handling/deterministic-ids';
import { handle } from '../../../commands/handling/handle';
import { stateOf } from '../../../commands/handling/reading/read-stream';
import type { EventStore } from '../../../commands/ports/event-store';
import { createMemoryEventStore } from '../../../infra/event-store/memory';
import { quoteIssued, time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, core, eventsOf, happened } from '../../core';
import { type Fault, faultyStore } from '../../doubles/faulty-store';

const registered = event('UserRegistered');
const stream = 'user-u1';
const block = (name = 'block', reason = 'because') => ({
  id: 'u1',
  context: asking(name),
  command: { type: 'BlockUser', userId: 'u1', reason, now: time(0) } as const,
});
const blocked = event('UserBlocked', { reason: 'because', blockedAt: time(0) });

const withUser = async () => {
  const deps = core();
  await happened(deps.eventStore, registered);
  return deps;
};

/** The same store with these faults at its first appends. */
const faulty = (eventStore: EventStore, ...faults: readonly Fault[]) =>
  faultyStore(eventStore, (append) => faults[append]);

describe('the steps of a command', () => {
  test('rebuilds the state, decides and appends', async () => {
    const deps = await withUser();
    const handled = await handle(deps, user, block());
    expect(handled).toMatchObject({ events: [blocked], revision: 1, state: { status: 'BLOCKED' } });
    expect(handled.position).toEqual(await deps.eventStore.head());
    expect(await eventsOf(deps.eventStore, stream)).toEqual([registered, blocked]);
  });

  test('writes no event after a refusal', async () => {
    const deps = core();
    await expect(handle(deps, user, block())).rejects.toMatchObject({ rejection: { code: 'USER_NOT_FOUND' } });
    expect(await eventsOf(deps.eventStore, stream)).toEqual([]);
  });

  test('writes no event without a decision, and returns no position', async () => {
    const deps = await withUser();
    await handle(deps, user, block());
    const again = await handle(deps, user, block('another'));
    expect(again).toMatchObject({ events: [], revision: 1, position: null });
  });

  test('answers a repeated command with its own events, even after later ones', async () => {
    const deps = await withUser();
    const first = await handle(deps, user, block());
    const change = { type: 'UnblockUser', userId: 'u1', reason: 'sorry', now: time(1) } as const;
    await handle(deps, user, { id: 'u1', context: asking('unblock'), command: change });
    deps.clock.advance(5_000);
    const again = await handle(deps, user, block());
    expect(again.events.map(({ type, data }) => ({ type, data }))).toEqual([blocked]);
    expect(again).toMatchObject({ position: first.position, revision: 2, state: { status: 'ACTIVE' } });
    expect(await eventsOf(deps.eventStore, stream)).toHaveLength(3);
  });

  test('reads the state of another stream', async () => {
    const { eventStore } = await withUser();
    expect(await stateOf(eventStore, user, 'u1')).toMatchObject({ status: 'ACTIVE' });
    expect(await stateOf(eventStore, user, 'user-nobody')).toEqual({ status: 'NONE' });
  });
});

describe('metadata', () => {
  const recordOf = async (context: ReturnType<typeof asking>) => {
    const deps = await withUser();
    await handle(deps, user, { ...block(), context });
    return (await deps.eventStore.readStream(stream))[1]!;
  };

  test('records actor, time, reason and cause, and derives ids from the command', async () => {
    const context = asking('block', { reason: 'a court order', correlationId: 'c2' });
    const written = await recordOf(context);
    expect(written.id).toBe(eventIdOf(context.commandId, 0));
    expect(written.metadata).toEqual({
      $correlationId: 'c2',
      $causationId: 'request1',
      actor: { kind: 'partner', id: 'p1' },
      partnerId: 'p1',
      subjectId: 'u1',
      mode: 'sandbox',
      requestId: 'request1',
      reason: 'a court order',
      at: time(0),
      schemaVersion: 1,
    });
  });

  test('copies metadata that a worker omits from the first event of the stream', async () => {
    const written = await recordOf(systemContext('expiry', asking('block').commandId, 'cause2'));
    expect(written.metadata).toMatchObject({
      $correlationId: 'correlation1',
      $causationId: 'cause2',
      actor: { kind: 'system', id: 'expiry' },
      partnerId: 'p1',
      subjectId: 'u1',
      mode: 'sandbox',
      requestId: null,
    });
  });

  test('correlates a stream that a worker opens by its command', async () => {
    const deps = core();
    const context = systemContext('watcher', asking().commandId, 'cause2');
    const command = { type: 'IssueQuote', terms: quoteIssued } as const;
    await handle(deps, quote, { id: 'q1', context, command });
    const [written] = await deps.eventStore.readStream('quote-q1');
    expect(written?.metadata).toMatchObject({ $correlationId: context.commandId, partnerId: null, mode: null });
  });
});

describe('lost races and lost answers', () => {
  /** Another writer appends to the stream between our read and our append, `times` times. */
  const raced = (eventStore: EventStore, times: number): EventStore => {
    let left = times;
    const append: EventStore['append'] = async (name, expected, events) => {
      if (left > 0) {
        left -= 1;
        await happened(eventStore, event('WalletLinked', { linkedAt: time(left) }));
      }
      return eventStore.append(name, expected, events);
    };
    return { ...eventStore, append };
  };

  test.each([1, 4])('decides again after %i lost races', async (times) => {
    const deps = await withUser();
    const handled = await handle({ ...deps, eventStore: raced(deps.eventStore, times) }, user, block());
    expect(handled.events).toEqual([blocked]);
    expect(await eventsOf(deps.eventStore, stream)).toHaveLength(2 + times);
  });

  test('refuses with SERVICE_UNAVAILABLE after five lost races, and writes no event', async () => {
    const deps = await withUser();
    const eventStore = raced(deps.eventStore, 5);
    await expect(handle({ ...deps, eventStore }, user, block())).rejects.toMatchObject({
      rejection: { code: 'SERVICE_UNAVAILABLE' },
    });
    expect(await eventsOf(deps.eventStore, stream)).toHaveLength(6);
  });

  test('writes no event when the same decision is recorded already', async () => {
    const deps = await withUser();
    const both = await Promise.all([handle(deps, user, block('one')), handle(deps, user, block('two'))]);
    expect(both.map(({ events }) => events.length).sort()).toEqual([0, 1]);
    expect(await eventsOf(deps.eventStore, stream)).toEqual([registered, blocked]);
  });

  test.each<Fault>(['lost before', 'lost after'])('reads again after an answer that was %s', async (fault) => {
    const deps = await withUser();
    const handled = await handle({ ...deps, eventStore: faulty(deps.eventStore, fault) }, user, block());
    expect(handled.events.map(({ type, data }) => ({ type, data }))).toEqual([blocked]);
    expect(handled.position).toEqual(await deps.eventStore.head());
    expect(await eventsOf(deps.eventStore, stream)).toEqual([registered, blocked]);
  });
});

describe('a command that opens its stream', () => {
  const issue = (amountBaseUnits: string, isFresh: boolean, name = 'issue') => ({
    id: 'q1',
    context: asking(name, { isFresh }),
    command: { type: 'IssueQuote', terms: { ...quoteIssued, amountBaseUnits } } as const,
    opensStream: true,
  });
  const amounts = (events: readonly { readonly data: { readonly amountBaseUnits: string } }[]) =>
    events.map(({ data }) => data.amountBaseUnits);

  /** Counts the reads. */
  const counted = () => {
    const eventStore = createMemoryEventStore();
    const reads: string[] = [];
    const readStream: EventStore['readStream'] = (name, from) => {
      reads.push(name);
      return eventStore.readStream(name, from);
    };
    return { reads, eventStore: { ...eventStore, readStream } };
  };

  test('appends without reading when it is fresh', async () => {
    const { reads, eventStore } = counted();
    const handled = await handle({ ...core(), eventStore }, quote, issue('1', true));
    expect([reads, amounts(handled.events), handled.revision]).toEqual([[], ['1'], 0]);
  });

  test('reads when the stream exists already', async () => {
    const deps = core();
    await handle(deps, quote, issue('1', true));
    const second = await handle(deps, quote, issue('2', true, 'another'));
    expect([second.events, second.state]).toMatchObject([[], { terms: { amountBaseUnits: '1' } }]);
  });

  test('is refused only after a read of the stream', async () => {
    const deps = await withUser();
    const handled = await handle(deps, user, {
      ...block('block'),
      context: asking('b', { isFresh: true }),
      opensStream: true,
    });
    expect(handled.events).toEqual([blocked]);
  });

  test('answers a repetition with the first events, although it is handled as a first request', async () => {
    const deps = core();
    await handle(deps, quote, issue('1', false));
    expect(amounts((await handle(deps, quote, issue('2', false))).events)).toEqual(['1']);
  });
});
