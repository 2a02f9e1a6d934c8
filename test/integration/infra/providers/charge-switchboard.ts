import type { ChargeProvider } from '../../../../commands/ports/providers/charge-provider';
import { PAYER } from '../../../../packages/testing/src/contracts/charges/scene';
import { freshKey, type ManualClock, mustSucceed } from '../../../../packages/testing/src/contracts/providers';
import { callAt } from '../../../infra/providers/bank-world';
import fc, { runsAtCost } from '../../../properties';
import type { BankServer } from '../../../providers/bank-server';
import { FAULTS } from '../../../providers/certainty';

/** The adapter before a server of its own. */
export interface ChargesOnServer {
  readonly provider: ChargeProvider;
  readonly clock: ManualClock;
  readonly server: BankServer;
  readonly notes: readonly unknown[];
  readonly close: () => Promise<void>;
}

export interface ChargeSwitchboard<World> {
  readonly open: () => Promise<World>;
  /** Beginnings of the requests that a fault meets. */
  readonly lines: { readonly charge: readonly string[]; readonly refund: readonly string[] };
  /** Centavos of the charge and of its refunds in the books; null: there is no such charge. */
  readonly booked: (
    world: World,
    key: string,
  ) => { readonly cents: number; readonly refunds: readonly number[] } | null;
  /** A PIX for the charge; answers its end-to-end id. */
  readonly pay: (world: World, key: string) => string;
  /** Answers of a shape that is almost right, about the charge `own` or another. */
  readonly bodies: (own: string, values: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>;
  readonly secrets: (world: World) => readonly string[];
}

export const ordersOf = ({ provider, clock }: Pick<ChargesOnServer, 'provider' | 'clock'>) => {
  const inSeconds = (seconds: number): string => new Date(clock.now() + seconds * 1_000).toISOString();
  const requestOf = (seconds = 300) => ({
    ...{ idempotencyKey: freshKey(), amount: 15_000n, payer: PAYER },
    ...{ expiresAt: inSeconds(seconds), notAfter: inSeconds(5) },
  });
  const call = (withinMs = 10_000) => ({ ...callAt(clock), deadlineMs: clock.now() + withinMs });
  const made = async (seconds?: number) => {
    const request = requestOf(seconds);
    mustSucceed(await provider.create(call(), request));
    return { idempotencyKey: request.idempotencyKey, amount: 15_000n };
  };
  const refundOf = (chargeKey: string, endToEndId: string) => ({
    ...{ idempotencyKey: freshKey(), chargeKey, endToEndId, amount: 15_000n },
    ...{ reason: 'LATE', notAfter: inSeconds(15) },
  });
  return { requestOf, call, made, refundOf };
};

/** Declares the tests of charges whose bank answers with each fault of the switchboard. */
export const describeChargeSwitchboard = <World extends ChargesOnServer>(
  name: string,
  { open, lines, booked, pay, bodies, secrets }: ChargeSwitchboard<World>,
): void =>
  describe(`charges at ${name} under faults`, () => {
    let world: World;
    let { requestOf, call, made, refundOf } = {} as ReturnType<typeof ordersOf>;
    beforeEach(async () => {
      world = await open();
      ({ requestOf, call, made, refundOf } = ordersOf(world));
    });
    afterEach(() => world.close());

    const paid = async () => {
      const asked = await made();
      return { asked, refund: refundOf(asked.idempotencyKey, pay(world, asked.idempotencyKey)) };
    };

    test.each(FAULTS)('makes a charge and its refund once or stays unknown after %s', async (fault) => {
      const withinMs = fault === 'DRIP' ? 100 : 10_000;
      for (const line of lines.charge) {
        const request = requestOf();
        const asked = { idempotencyKey: request.idempotencyKey, amount: 15_000n };
        world.server.arm(fault, line);
        const first = await world.provider.create(call(withinMs), request);
        const isThere = booked(world, asked.idempotencyKey) !== null;
        if (first.ok || first.kind === 'REJECTED') expect([line, first.ok]).toEqual([line, isThere]);
        if (first.ok) expect(first.value.amount).toBe(15_000n);
        world.server.disarm();
        if (!isThere) mustSucceed(await world.provider.create(call(), request));
        world.server.arm(fault, line);
        await world.provider.cancel(call(withinMs), asked);
        world.server.disarm();
        expect(await world.provider.cancel(call(), asked)).toMatchObject({ ok: true, value: { state: 'CANCELLED' } });
        expect(booked(world, asked.idempotencyKey)?.cents).toBe(15_000);
      }
      for (const line of lines.refund) {
        const { asked, refund } = await paid();
        const refunds = () => booked(world, asked.idempotencyKey)?.refunds;
        world.server.arm(fault, line);
        const first = await world.provider.refund(call(withinMs), refund);
        world.server.disarm();
        if (first.ok || ['REJECTED', 'RETRYABLE', 'RATE_LIMITED'].includes(first.kind))
          expect([line, refunds()?.length]).toEqual([line, first.ok ? 1 : 0]);
        mustSucceed(await world.provider.refund(call(), refund));
        expect(refunds()).toEqual([15_000]);
      }
    });

    test('reads any answer without an error, and accepts none about another charge', async () => {
      const request = requestOf();
      const { idempotencyKey } = request;
      const refund = refundOf(idempotencyKey, 'E1');
      await fc.assert(
        fc.asyncProperty(bodies(idempotencyKey, fc.jsonValue({ maxDepth: 3 })), async (body) => {
          for (const begin of ['GET', 'POST /api', 'PUT', 'PATCH', 'DELETE'])
            world.server.say(begin, JSON.stringify(body));
          for (const said of [
            await world.provider.create(call(), request),
            await world.provider.get(call(), { idempotencyKey, amount: 15_000n }),
            await world.provider.cancel(call(), { idempotencyKey }),
          ])
            expect(!said.ok || said.value.idempotencyKey === idempotencyKey).toBe(true);
          await world.provider.refund(call(), refund);
          await world.provider.listCredits(call(), '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z');
        }),
        { numRuns: runsAtCost(5) },
      );
    });

    test('logs requests without ids, secrets and persons', async () => {
      const { asked, refund } = await paid();
      await world.provider.get(call(), asked);
      await world.provider.refund(call(), refund);
      const told = JSON.stringify(world.notes);
      const ids = [asked.idempotencyKey, refund.idempotencyKey].flatMap((key) => [key, key.replaceAll('-', '')]);
      for (const secret of [...ids, PAYER.taxId, ...secrets(world)]) expect(told).not.toContain(secret);
    });
  });
