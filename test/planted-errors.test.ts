import { cashout } from '../aggregates/cashout/cashout';
import { deposit } from '../aggregates/deposit/deposit';
import { rejection } from '../aggregates/rejection';
import { handle } from '../commands/handling/handle';
import type { ProjectionName } from '../projections/all';
import { dueQuery } from '../read-models/due-query';
import type { DuePayoutStep } from '../read-models/due-work';
import { surfaceRefusal } from '../src/http/surface-refusal';
import { type DuePayloads, duePayloads } from '../src/reads/due-payloads';
import { asking, core, typesOf } from './core';
import { time } from './samples/sample-data';

/** Each directive is an error that the compiler must find: when it no longer does, the directive itself is one. */
describe('errors that do not compile', () => {
  test('a stream that is another decider’s', async () => {
    const deps = core();
    const command = { type: 'RevertDeposit', depositId: 'd', reason: 'r', now: time(0) } as const;
    // @ts-expect-error A request names an id, and the decider names the stream.
    await handle(deps, deposit, { stream: 'cashout-cid1', context: asking(), command });
    expect(await typesOf(deps.eventStore, 'cashout-cid1')).toEqual([]);
    expect(cashout.category).not.toBe(deposit.category);
  });

  test('a misspelt key in the payload of due work, or in the statement that yields it', () => {
    const payloads: DuePayloads = {
      ...duePayloads,
      // @ts-expect-error The command would find no intent under this key.
      'expire-cashout': ({ intentId, cause }) => ({ intendId: intentId, cause }),
    };
    expect(payloads['expire-cashout']).not.toBe(duePayloads['expire-cashout']);
    const query = dueQuery<DuePayoutStep>({
      ...{ key: 'stream', dueAt: 'due_at', source: 'FROM lastro.payout_steps', values: [] },
      // @ts-expect-error The row would have no stream.
      item: { steam: 'stream', causeEventId: 'cause_event_id', providerKey: 'provider_key', sinceMs: '0' },
    });
    expect(query.text).toContain("'steam', stream");
  });

  test('a projection that does not exist', () => {
    // @ts-expect-error Waiting for a projection that nobody runs would cost each request its whole patience.
    const name: ProjectionName = 'cashout-intent';
    expect(name).toBe('cashout-intent');
  });

  test('C5: a refusal of the surface, in an aggregate or a command', () => {
    // @ts-expect-error Who is nobody to the HTTP surface is the surface's to refuse.
    const refused = rejection('UNAUTHORIZED', 'Unauthorized');
    expect(refused.rejection.code).toBe('UNAUTHORIZED');
  });

  test('C5: a refusal of the ledger, by the surface alone', () => {
    // @ts-expect-error An aggregate knows whether its quote has expired.
    const refused = surfaceRefusal('QUOTE_EXPIRED', 'The quote has expired');
    expect(refused.surface.code).toBe('QUOTE_EXPIRED');
  });
});
