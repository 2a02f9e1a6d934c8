import type { Position, Recorded } from '../../../aggregates/events';
import type { WebhookOutcomeEvent } from '../../../aggregates/webhook/events';
import type { EventStore, ExpectedRevision, Proposed } from '../../../commands/ports/event-store';
import { recordWebhookOutcome } from '../../../commands/webhook/record-webhook-outcome';
import { clockOf } from '../../../infra/clock';

const AT = '2026-08-03T12:00:00.000Z';
const outcome = { deliveryId: 'evt_01', partnerId: 'partner-1', mode: 'sandbox', attempts: 1, at: AT } as const;
const delivered: WebhookOutcomeEvent = { type: 'WebhookDelivered', data: { ...outcome, status: 200 } };
const exhausted: WebhookOutcomeEvent = { type: 'WebhookExhausted', data: { ...outcome, lastError: 'timeout' } };
const EVENT_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** A stream in memory; its first appends may be lost or refused. */
const storeWith = (...faults: readonly ('unknown' | 'unknown but written' | 'away')[]) => {
  const left = [...faults];
  const written: Recorded[] = [];
  const streams: string[] = [];
  const write = (stream: string, expected: ExpectedRevision, events: readonly Proposed[]) => {
    if (expected !== (written.length === 0 ? 'no_stream' : written.length - 1)) return null;
    streams.push(stream);
    for (const event of events) {
      const position: Position = { commit: BigInt(written.length), prepare: BigInt(written.length) };
      written.push({ ...event, stream, revision: written.length, position });
    }
    return { commit: BigInt(written.length - 1), prepare: BigInt(written.length - 1) };
  };
  const append: EventStore['append'] = async (stream, expected, events) => {
    const fault = left.shift();
    if (fault === 'away') throw new Error('the store is away');
    if (fault === 'unknown') return { outcome: 'unknown', cause: 'timeout' };
    const position = write(stream, expected, events);
    if (fault === 'unknown but written') return { outcome: 'unknown', cause: 'timeout' };
    if (position === null) return { outcome: 'wrong_revision' };
    return { outcome: 'appended', revision: written.length - 1, position };
  };
  const asked = { reads: 0, appends: 0 };
  const eventStore: Pick<EventStore, 'append' | 'readStream'> = {
    append: (...words) => {
      asked.appends += 1;
      return append(...words);
    },
    readStream: async () => {
      asked.reads += 1;
      return written;
    },
  };
  const record = recordWebhookOutcome({ eventStore, clock: clockOf(() => Date.parse(AT)) });
  return { record, written, streams, asked };
};

const input = { eventId: EVENT_ID, correlationId: 'bafyIntent', outcome: delivered, replays: 0 };

describe('Recording the outcome of a webhook', () => {
  it('writes one event to the stream of the notification, with the cause of the notification', async () => {
    const { record, written, streams } = storeWith();
    await record(input);
    expect(streams).toEqual(['webhook-evt_01']);
    expect(written).toMatchObject([
      {
        ...delivered,
        metadata: {
          $correlationId: 'bafyIntent',
          $causationId: EVENT_ID,
          actor: { kind: 'system', id: 'webhook-dispatcher' },
          partnerId: 'partner-1',
          mode: 'sandbox',
          at: AT,
        },
      },
    ]);
  });

  it('writes no event when it is repeated or another outcome comes later', async () => {
    const { record, written } = storeWith();
    await record(input);
    await record(input);
    await record({ ...input, outcome: exhausted });
    expect(written).toMatchObject([{ type: 'WebhookDelivered' }]);
  });

  it('costs one append the first time, and records the outcome of a replay after its stream', async () => {
    const { record, written, asked } = storeWith();
    await record(input);
    expect(asked).toEqual({ reads: 0, appends: 1 });
    written.push({ ...written[0]!, type: 'WebhookReplayRequested', id: 'replay', revision: 1 } as Recorded);
    await record({ ...input, outcome: exhausted, replays: 1 });
    expect(written.map(({ type }) => type)).toEqual(['WebhookDelivered', 'WebhookReplayRequested', 'WebhookExhausted']);
    expect(asked.appends).toBe(2);
  });

  it.each(['unknown', 'unknown but written'] as const)('writes it once when the answer is %s', async (fault) => {
    const { record, written } = storeWith(fault);
    await record(input);
    expect(written).toHaveLength(1);
  });

  it('fails while the store is away, and can be repeated', async () => {
    const { record, written } = storeWith('away');
    await expect(record(input)).rejects.toThrow('the store is away');
    await record(input);
    expect(written).toHaveLength(1);
  });
});
