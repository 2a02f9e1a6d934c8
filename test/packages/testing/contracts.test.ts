import type { EventStore } from '../../../commands/ports/event-store';
import type { PayoutProvider } from '../../../commands/ports/providers/payout-provider';
import { createMemoryEventStore } from '../../../infra/event-store/memory';
import * as contracts from '../../../packages/testing/src/contracts';
import { type ProviderTraits, resultsOf, type TestResult } from '../../../packages/testing/src/contracts';
import { APPENDS } from '../../../packages/testing/src/contracts/event-store/appends';
import { describeParts } from '../../../packages/testing/src/contracts/event-store/contract';
import { freshKey } from '../../../packages/testing/src/contracts/providers';
import { manualClock } from '../../../packages/testing/src/ledger/memory/manual-clock';
import { memorySandbox } from '../../infra/providers/memory-sandbox';

const titlesOf = (results: readonly TestResult[], wanted: TestResult['outcome']): readonly string[] =>
  results.filter(({ outcome }) => outcome === wanted).map(({ title }) => title);

const method = { kind: 'PIX_KEY', keyType: 'EMAIL', key: 'fulano@exemplo.com' } as const;

/** The suite over a changed sandbox. */
const payoutResults = (change: (provider: PayoutProvider) => Partial<PayoutProvider>, traits: ProviderTraits) =>
  resultsOf((runner) =>
    contracts.describePayoutProvider('changed', {
      open: async () => {
        const clock = manualClock();
        const { payouts } = memorySandbox(clock);
        return { clock, method, provider: { ...payouts, ...change(payouts) } };
      },
      ...{ faults: {}, ...traits, runner },
    }),
  );

test('the suite of an event store finds a store that ignores the expected revision', async () => {
  const open = async () => {
    const memory = createMemoryEventStore();
    const append: EventStore['append'] = async (stream, expected, events) => {
      const { length } = await memory.readStream(stream);
      const result = await memory.append(stream, length === 0 ? 'no_stream' : length - 1, events);
      return result.outcome === 'wrong_revision' ? append(stream, expected, events) : result;
    };
    return { store: { ...memory, append }, close: async () => undefined };
  };
  const results = await resultsOf((runner) => describeParts('careless', { open, dense: true, runner }, { APPENDS }));
  expect(titlesOf(results, 'failed')).toEqual([
    'answers a repeated append with the revision and position of the first',
    'takes a repetition of the first events, or of several appends, for a repetition',
    'refuses other ids at an old revision, also when a later one differs or there are more than were written',
    'refuses a revision that the stream has not reached',
    'writes all events of an append or none',
    'lets exactly one of racing appends win, revision after revision',
  ]);
  expect(titlesOf(results, 'passed')).toHaveLength(6);
});

test('the suite of a payout provider finds a provider that pays twice for one key', async () => {
  const sent = new Set<string>();
  const twice: Parameters<typeof payoutResults>[0] = ({ create }) => ({
    create: (context, request) => {
      const isRepeated = sent.has(request.idempotencyKey);
      sent.add(request.idempotencyKey);
      return create(context, isRepeated ? { ...request, idempotencyKey: freshKey() } : request);
    },
  });
  expect(titlesOf(await payoutResults(twice, { idempotency: 'NATIVE' }), 'failed')).toEqual([
    'pays once for a key that is sent twice',
    'pays once for a key that is sent by many at the same moment',
    'takes another amount under a known key for a breach of protocol, and pays nothing more',
  ]);
});

test('the suite of a KYC provider finds a provider that ignores the reference', async () => {
  const results = await resultsOf((runner) =>
    contracts.describeKycProvider('careless', {
      open: async () => {
        const clock = manualClock();
        const { kyc } = memorySandbox(clock);
        const start: typeof kyc.start = (context, request) => kyc.start(context, { ...request, ref: freshKey() });
        return { clock, provider: { ...kyc, start } };
      },
      ...{ faults: {}, runner },
    }),
  );
  expect(titlesOf(results, 'failed')).toEqual([
    'starts one session for a reference that is started twice',
    'erases a person with all sessions, and an unknown one',
  ]);
  expect(titlesOf(results, 'passed')).toHaveLength(4);
});

test('tests of absent faults and traits are skipped, and all others pass', async () => {
  const traits = { idempotency: 'LOOKUP_ONLY', window: 'DAY', books: 'ACCOUNT' } as const;
  const results = await payoutResults(() => ({ idempotency: 'LOOKUP_ONLY', books: 'ACCOUNT' }), traits);
  expect(titlesOf(results, 'failed')).toEqual([]);
  expect(titlesOf(results, 'skipped')).toEqual([
    'pays an order, and reports it under its key',
    'pays once for a key that is sent twice',
    'pays once for a key that is sent by many at the same moment',
    'finds a payout whose answer was lost, and never calls it failed by itself',
    'says that an order that was not sent may be sent again',
    'says UNAVAILABLE of a question without an answer, and knows the payout afterwards',
    'refuses an order for good, and never pays it',
    'refuses a refused key at every call',
    'takes another amount in the answer for a breach of protocol and reports it, or never pays it',
    'takes another amount under a known key for a breach of protocol, and pays nothing more',
    'goes on with an order that waits for its approval, under its key, and pays it once',
    'takes an unlisted status for unknown, and lists the order as one that may be paid',
    "says NOT_FOUND of another partner's key, and does not list it",
  ]);
  expect(titlesOf(results, 'passed')).toHaveLength(8);
});
