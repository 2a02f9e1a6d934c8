import type { WithdrawalTerms } from '../../../aggregates/pegged-balance/terms';
import { splitGross } from '../../../aggregates/quote/split-gross';
import { isRejection, type RejectionCode } from '../../../aggregates/rejection';
import { streamIdOf } from '../../../commands/handling/deterministic-ids';
import { createTurns } from '../../../commands/handling/turns';
import { opening } from '../../commands/withdrawal/opening';
import { asking } from '../../core';
import { AMOUNTS, PAYEES } from './amounts';
import { PEGGED } from './pegged-chain';
import { surviving } from './surviving';
import type { World } from './world';

const REFUSALS: readonly RejectionCode[] = [
  'INSUFFICIENT_PEGGED_BALANCE',
  'PROVIDER_FAILURE',
  'CONCURRENT_OPERATION',
  'SERVICE_UNAVAILABLE',
];

const FLOOR_CENTS = 100n;

const PLACES = 10n ** BigInt(PEGGED.decimals - 2);

const termsOf = async ({ random, deps }: World, withdrawId: string): Promise<WithdrawalTerms> => {
  const grossCents = random.pick(AMOUNTS) + FLOOR_CENTS;
  const schedule = { floorCents: FLOOR_CENTS, platformBasisPoints: 0, partnerBasisPoints: random.pick([0, 0, 50]) };
  const { fees, netCents } = splitGross(grossCents, { pegged: true, schedule, networkFeeCents: 0n });
  const key = random.pick(PAYEES);
  const instruction = await deps.vault.seal('u1', JSON.stringify({ kind: 'PIX_KEY', keyType: 'EMAIL', key }));
  return {
    ...{ withdrawId, userId: 'u1', partnerId: 'p1', mode: 'sandbox', ...PEGGED, currency: 'BRL' },
    ...{ wallet: random.pick(['0xcc', '0xcd']), amountBaseUnits: (grossCents * PLACES).toString() },
    ...{ grossCents: grossCents.toString(), fees, redemption: 'sandbox' },
    payout: { kind: 'PIX_KEY', instruction, amountCents: netCents.toString(), destinationMasked: '***' },
  };
};

/** A user withdraws; at times the client repeats the request, several times at once, each in a process of its own. */
export const withdraw = (world: World, number: number): Promise<void> => {
  const { random, deps } = world;
  const request = async (): Promise<void> => {
    const { commandId } = asking(`withdraw${number}`);
    const terms = await termsOf(world, streamIdOf(commandId));
    const times = random.chance(30) ? 3 : 1;
    const asked = Array.from({ length: times }, () =>
      surviving(async () => {
        const own = { ...deps, walletTurns: createTurns() };
        const context = asking(`withdraw${number}`, { isFresh: random.chance(50) });
        await opening(own)(world.redemption.provider, terms, context).catch((error: unknown) => {
          if (!isRejection(error) || !REFUSALS.includes(error.rejection.code)) throw error;
        });
      }),
    );
    await Promise.all(asked);
  };
  return world.pauses.run(request);
};

/** The owner of a wallet spends a reserved balance. */
export const spendBeside = (world: World): void => {
  if (world.chance(world.troubles.spendPercent))
    world.redemption.chain.spend(world.random.pick(['0xcc', '0xcd']), BigInt(1 + world.random.upTo(3)));
};
