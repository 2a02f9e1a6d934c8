import { cashout } from '../aggregates/cashout/cashout';
import { deposit } from '../aggregates/deposit/deposit';
import { rejection } from '../aggregates/rejection';
import { handle } from '../commands/handle';
import type { ProjectionName } from '../projections/all';
import { surfaceRefusal } from '../src/http/surface-refusal';
import { asking, core, typesOf } from './core';
import { time } from './sample-data';

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
