import { cashin } from '../../../aggregates/cashin/cashin';
import type { CashinCommand } from '../../../aggregates/cashin/commands';
import type { CashinIntentCreated } from '../../../aggregates/cashin/events';
import type { CashinFacts } from '../../../aggregates/cashin/state';
import { splitGross } from '../../../aggregates/quote/split-gross';
import { isRejection } from '../../../aggregates/rejection';
import { believedCharge } from '../../../commands/cashin/believed-charge';
import { callFor, cashinIn } from '../../../commands/cashin/cashin-step';
import { systemContext } from '../../../commands/handling/context';
import { commandIdOf, streamIdOf } from '../../../commands/handling/deterministic-ids';
import { handle } from '../../../commands/handling/handle';
import { asked } from '../../../commands/payout/payout-answer';
import type { Clock } from '../../../commands/ports/clock';
import type { Charge, ChargeRequest } from '../../../commands/ports/providers/charge-provider';
import { cashinStepsProjection } from '../../../projections/cashin-steps';
import { cashinSteps } from '../../../read-models/cashin-steps';
import { asking } from '../../core';
import { surviving } from './surviving';
import type { World } from './world';

const WINDOW_MS = 300_000;
const SCHEDULE = { floorCents: 100n, platformBasisPoints: 150, partnerBasisPoints: 50 };
/** One USDC is R$ 5.40: base units of a cent, rounded down. */
const BASE_UNITS_A_CENT = 1_850n;

const TAX_ID = '52998224725';
const WALLET = '0xbb';

const termsOf = async (world: World, intentId: string): Promise<CashinIntentCreated> => {
  const { random, deps, deliveries } = world;
  const gross = BigInt(5_000 + random.upTo(20_000));
  const { fees, netCents } = splitGross(gross, {
    pegged: false,
    schedule: SCHEDULE,
    networkFeeCents: BigInt(random.upTo(50)),
  });
  const isPartners = random.chance(25);
  const amount = netCents * BASE_UNITS_A_CENT;
  const minimum = deliveries.isConverting ? amount - amount / 100n : amount;
  const kept = BigInt(fees.floorCents) + BigInt(fees.platformCents) + BigInt(fees.networkCents);
  const splitCents = isPartners ? gross - kept : BigInt(fees.partnerCents);
  const pixKey = await deps.vault.seal('u1', 'partner@exemplo.com');
  return {
    ...{ intentId, quoteId: `quote of ${intentId}`, userId: 'u1', partnerId: 'p1', mode: 'sandbox', currency: 'BRL' },
    ...{ network: 'ethereum', assetId: 201, symbol: 'USDC', decimals: 6, fees, destination: WALLET },
    ...{ amountCents: gross.toString(), exchangedCents: netCents.toString(), amountBaseUnits: amount.toString() },
    minimumBaseUnits: (isPartners ? amount : minimum).toString(),
    deliveryMode: isPartners ? 'PARTNER' : 'PLATFORM',
    deliveryProvider: isPartners ? null : 'sandbox',
    split: splitCents > 0n ? { pixKey, pixKeyMasked: '***', amountCents: splitCents.toString() } : null,
    chargeProvider: 'sandbox',
    payer: await deps.vault.seal('u1', JSON.stringify({ taxId: TAX_ID })),
    payerTaxIdMasked: '***.982.247-**',
    createdAt: deps.clock.iso(),
    expiresAt: new Date(deps.clock.now() + WINDOW_MS).toISOString(),
  };
};

/** A user wants crypto; whoever asks may ask twice at once. */
export const charge = (world: World, number: number): Promise<void> => {
  const { random, deps } = world;
  const context = asking(`cashin${number}`, { correlationId: `cashin${number}` });
  const intentId = streamIdOf(context.commandId);
  const ask = async (): Promise<void> => {
    const intent = await termsOf(world, intentId);
    const command = { type: 'CreateCashin', intent } as const;
    await handle(deps, cashin, { id: intentId, context, command, opensStream: true });
    await makeCharge(world, intentId);
  };
  const times = random.chance(30) ? 2 : 1;
  const requests = Array.from({ length: times }, () =>
    surviving(() =>
      ask().catch((error: unknown) => {
        if (!isRejection(error) || error.rejection.code !== 'CONCURRENT_OPERATION') throw error;
      }),
    ),
  );
  return world.pauses.run(() => Promise.all(requests));
};

/** Somebody pays, somehow: exactly, too much or too little, from another account, twice, late; and disputes it. */
export const payCharges = ({ random, charges, chance, troubles }: World): void => {
  for (const [key, { request, payments }] of charges.books.entries()) {
    if (!random.chance(payments.length === 0 ? 15 : 2)) continue;
    const wrong = random.pick([0n, 0n, 0n, 0n, 0n, 0n, 1n, -1n]);
    const isExpectedPayer = random.chance(90);
    charges.books.pay(key, { amount: request.amount + wrong, isExpectedPayer }, random.pick([0, 0, 2_000, 40_000]));
    charges.hint(key);
  }
  for (const key of charges.books.entries().keys()) {
    if (!chance(troubles.disputePercent)) continue;
    if (random.chance(50)) charges.books.dispute(key);
    else charges.books.decide(key);
    charges.hint(key);
  }
};

/** Sooner or later a bank decides. */
export const decideDisputes = ({ charges }: World): void => {
  for (const key of charges.books.entries().keys()) {
    charges.books.decide(key);
    charges.hint(key);
  }
};

/** What the request did not get to know is asked for again, under the same key. */
export const makeCharge = async ({ deps, charges }: World, intentId: string): Promise<void> => {
  const state = await cashinIn(deps, intentId);
  if (state.status !== 'ACTIVE' || state.isCharged) return;
  const { facts } = state;
  const said = await asked('sandbox', () =>
    charges.provider.create(callFor(deps, facts), requestOf(facts, deps.clock)),
  );
  const answer = await believedCharge({ ...deps, facts }, said);
  const now = deps.clock.iso();
  const made = (charge: Charge): CashinCommand => {
    const { providerId, txid, brCode } = charge;
    const told = { provider: 'sandbox', providerId, txid, brCode, qrImageUrl: null, createdAt: now };
    return { type: 'RecordChargeCreated', charge: told };
  };
  if (!answer.ok && answer.kind !== 'REJECTED') return;
  await handle(deps, cashin, {
    id: intentId,
    context: systemContext('cashins', commandIdOf('made', intentId, now), 'request1'),
    command: answer.ok ? made(answer.value) : { type: 'RefuseCharge', code: answer.code, message: answer.message, now },
  });
};

const requestOf = ({ intentId, amountCents, expiresAt, split }: CashinFacts, clock: Clock): ChargeRequest => ({
  ...{ idempotencyKey: intentId, amount: BigInt(amountCents), expiresAt, payer: { taxId: TAX_ID } },
  ...(split === null ? {} : { split: { pixKey: 'partner@exemplo.com', amount: BigInt(split.amountCents) } }),
  notAfter: new Date(clock.now() + 10_000).toISOString(),
});

/** Of charges that nobody knows yet. */
export const makeCharges = async (world: World): Promise<void> => {
  const due = world
    .rowsOf(cashinStepsProjection)
    .all(cashinSteps)
    .filter(({ step, due_at }) => step === 'CREATE' && Date.parse(due_at) <= world.clock.now());
  for (const { intent_id } of due) await world.pauses.run(() => surviving(() => makeCharge(world, intent_id)));
};
