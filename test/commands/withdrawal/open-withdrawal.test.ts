import { isRejection } from '../../../aggregates/rejection';
import type { CommandContext } from '../../../commands/handling/context';
import { createTurns } from '../../../commands/handling/turns';
import type { EventStore } from '../../../commands/ports/event-store';
import type { Result } from '../../../commands/ports/providers/result';
import { abandonWithdrawal } from '../../../commands/withdrawal/abandon-withdrawal';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { withdrawalTerms } from '../../../packages/testing/src/samples/sample-withdrawal-data';
import { asking, core, eventsOf, typesOf } from '../../core';
import { ok, scriptedRedemption } from '../../doubles/scripted-redemption';
import { opening } from './opening';
import { WALLET_STREAM } from './redeeming';

const { reading } = event('BalanceReserved').data;

const given = (readBalance: Result<typeof reading> = ok(reading)) => {
  const { redemption } = scriptedRedemption({ readBalance });
  const deps = { ...core(), walletTurns: createTurns() };
  const open = (withdrawId = 'wd1', context: CommandContext = asking(withdrawId)) =>
    opening(deps)(redemption, { ...withdrawalTerms, withdrawId }, context);
  return { deps, open };
};

const codeOf = async (opened: Promise<unknown>): Promise<string> => {
  try {
    await opened;
    return 'accepted';
  } catch (error) {
    if (isRejection(error)) return error.rejection.code;
    throw error;
  }
};

test('reserves the balance before the withdrawal', async () => {
  const { deps, open } = given();
  const { withdrawal } = await open();
  expect(withdrawal).toEqual({ ...withdrawalTerms, requestedAt: deps.clock.iso() });
  expect(await eventsOf(deps.eventStore, WALLET_STREAM)).toEqual([
    event('BalanceReserved', { reservedAt: deps.clock.iso() }),
  ]);
  expect(await typesOf(deps.eventStore, 'withdrawal-wd1')).toEqual(['WithdrawalRequested']);
});

test('answers a repetition with the stored withdrawal, and reserves no second amount', async () => {
  const { deps, open } = given();
  const first = await open();
  deps.clock.advance(5_000);
  expect((await open()).withdrawal).toEqual(first.withdrawal);
  expect(await typesOf(deps.eventStore, WALLET_STREAM)).toEqual(['BalanceReserved']);
});

test('takes partner and user of the metadata from the withdrawal, not from the request', async () => {
  const { deps, open } = given();
  await open('wd1', asking('wd1', { partnerId: 'p9', subjectId: 'u9' }));
  await open('wd2');
  const metadata = (await deps.eventStore.readStream(WALLET_STREAM)).map((each) => each.metadata);
  expect(metadata.map(({ $correlationId, partnerId, subjectId }) => [$correlationId, partnerId, subjectId])).toEqual([
    ['wd1', 'p1', 'u1'],
    ['wd2', 'p1', 'u1'],
  ]);
});

test('accepts exactly 3 of 100 simultaneous requests on a balance for 3', async () => {
  const { deps, open } = given();
  const codes = await Promise.all(Array.from({ length: 100 }, (_, index) => codeOf(open(`wd${index}`))));
  const count = (code: string) => codes.filter((each) => each === code).length;
  expect([count('accepted'), count('INSUFFICIENT_PEGGED_BALANCE')]).toEqual([3, 97]);
  expect(await typesOf(deps.eventStore, WALLET_STREAM)).toHaveLength(3);
});

test.each([
  ['once on a chain, for all partners', 'ethereum', ['accepted', 'INSUFFICIENT_PEGGED_BALANCE']],
  ['separately for each partner on the simulated network', 'simulated', ['accepted', 'accepted']],
])('reserves a wallet’s balance %s', async (_what, network, codes) => {
  const { deps } = given();
  const { redemption } = scriptedRedemption({ readBalance: ok(reading) });
  const all = { ...withdrawalTerms, network, amountBaseUnits: reading.balanceBaseUnits };
  const ask = (partnerId: string) => {
    const terms = { ...all, partnerId, withdrawId: partnerId };
    return codeOf(opening(deps)(redemption, terms, asking(partnerId, { partnerId })));
  };
  expect([await ask('p1'), await ask('p2')]).toEqual(codes);
});

test('queues requests while the store is slow, and refuses none', async () => {
  const { deps } = given();
  const readStream = deps.eventStore.readStream;
  const slow = {
    ...deps.eventStore,
    readStream: (...asked: Parameters<typeof readStream>) => {
      deps.clock.advance(100);
      return readStream(...asked);
    },
  };
  const { redemption } = scriptedRedemption({ readBalance: ok(reading) });
  const open = opening({ ...deps, eventStore: slow });
  const codes = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      codeOf(open(redemption, { ...withdrawalTerms, withdrawId: `wd${index}` }, asking(`wd${index}`))),
    ),
  );
  expect(codes.filter((code) => code === 'accepted')).toHaveLength(3);
  expect(codes).not.toContain('SERVICE_UNAVAILABLE');
});

describe('the last moment of a request', () => {
  const PATIENCE_MS = 8_000;
  const hasty = (append?: (clock: ReturnType<typeof core>['clock'], stream: string) => void) => {
    const deps = { ...core(), walletTurns: createTurns() };
    const { redemption } = scriptedRedemption({ readBalance: ok(reading) });
    const eventStore: EventStore = {
      ...deps.eventStore,
      append: async (stream, ...rest) => {
        append?.(deps.clock, stream);
        return deps.eventStore.append(stream, ...rest);
      },
    };
    const open = opening({ ...deps, eventStore }, PATIENCE_MS);
    return { deps, redemption, open: () => codeOf(open(redemption, withdrawalTerms, asking('wd1'))) };
  };

  test('passes in the queue of the wallet, and no balance is reserved', async () => {
    const { deps, open } = hasty();
    const ahead = deps.walletTurns(WALLET_STREAM.slice('peggedBalance-'.length), async () => {
      await Promise.resolve();
      deps.clock.advance(PATIENCE_MS);
    });
    expect(await open()).toBe('SERVICE_UNAVAILABLE');
    await ahead;
    expect(await typesOf(deps.eventStore, WALLET_STREAM)).toEqual([]);
  });

  test('passes during the reservation, which is released without a withdrawal', async () => {
    const { deps, open } = hasty((clock, stream) => {
      if (stream === WALLET_STREAM) clock.advance(PATIENCE_MS);
    });
    expect(await open()).toBe('SERVICE_UNAVAILABLE');
    expect(await typesOf(deps.eventStore, 'withdrawal-wd1')).toEqual([]);
    expect(await typesOf(deps.eventStore, WALLET_STREAM)).toEqual(['BalanceReserved']);
    await abandonWithdrawal(deps)({ ...withdrawalTerms, causeEventId: 'cause1' });
    expect(await typesOf(deps.eventStore, WALLET_STREAM)).toEqual(['BalanceReserved', 'BalanceReleased']);
  });

  test('is not reached a moment before', async () => {
    const { open } = hasty((clock, stream) => {
      if (stream === WALLET_STREAM) clock.advance(PATIENCE_MS - 1);
    });
    expect(await open()).toBe('accepted');
  });
});

describe('a balance that cannot be read', () => {
  const no = (kind: 'UNAVAILABLE' | 'NOT_CONFIGURED') =>
    ({ ok: false, kind, code: 'TIMEOUT', provider: 'scripted', message: 'late' }) as const;
  test.each([
    ['no answer', no('UNAVAILABLE'), 'PROVIDER_FAILURE'],
    ['no redemption', no('NOT_CONFIGURED'), 'PROVIDER_NOT_CONFIGURED'],
    ['a negative balance', ok({ ...reading, balanceBaseUnits: '-1' }), 'PROVIDER_FAILURE'],
    ['an allowance that is no number', ok({ ...reading, allowanceBaseUnits: '1e30' }), 'PROVIDER_FAILURE'],
    ['a balance of more than any chain has', ok({ ...reading, balanceBaseUnits: '9'.repeat(79) }), 'PROVIDER_FAILURE'],
    ['no block', ok({ ...reading, blockNumber: '' }), 'PROVIDER_FAILURE'],
  ])('%s', async (_name, answer, code) => {
    const { deps, open } = given(answer);
    expect(await codeOf(open())).toBe(code);
    expect(await typesOf(deps.eventStore, WALLET_STREAM)).toEqual([]);
  });
  test('accepts an allowance without limit', async () => {
    const { open } = given(ok({ ...reading, allowanceBaseUnits: (2n ** 256n - 1n).toString() }));
    expect(await codeOf(open())).toBe('accepted');
  });
});
