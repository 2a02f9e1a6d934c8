import { cashout } from '../aggregates/cashout/cashout';
import { deposit } from '../aggregates/deposit/deposit';
import { handle } from '../commands/handle';
import type { ProjectionName } from '../projections/all';
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
});
