import type { ResolveReturn } from '../../../aggregates/payout/commands';
import { isRejection } from '../../../aggregates/rejection';
import { partsOfStream, streamNamed } from '../../../aggregates/stream';
import type { CommandContext } from '../../../commands/handling/context';
import { askedUnder, type PlacedPayout, readPayout } from '../../../commands/payout/owners/owners';
import { decide as decideStep } from '../../../commands/trouble/decide';
import { hold as holdPayment } from '../../../commands/trouble/hold';
import { release as releasePayment } from '../../../commands/trouble/release';
import { readReturn, resolveReturn } from '../../../commands/trouble/resolve-return';
import { payoutSteps } from '../../../read-models/steps/payout-steps';
import { payouts } from '../../../read-models/steps/payouts';
import { asking } from '../../core';
import { surviving } from './surviving';
import type { World } from './world';

const RESOLUTIONS: readonly ResolveReturn['resolution'][] = [
  { how: 'PAID_AGAIN' },
  { how: 'PAID_AGAIN' },
  { how: 'CRYPTO_DUE' },
  { how: 'PARTNER_PAID', transfer: 'E-by-hand' },
];

const OPERATORS = ['ana', 'bob'] as const;

const operatorContext = ({ deps, random }: World, id = random.pick<string>(OPERATORS)): CommandContext =>
  asking(deps.ids.uuid(), { actor: { kind: 'operator', id }, isFresh: true });

/** An operator who comes too late is refused, and looks again. */
const unlessLate = async (work: () => Promise<unknown>): Promise<void> =>
  surviving(() =>
    work().catch((error: unknown) => {
      if (!isRejection(error) || error.rejection.code !== 'WRONG_STATE') throw error;
    }),
  );

/** Decides by the state that the operator sees, which may be old by then. */
const resolveOne = async (world: World, stream: string): Promise<void> => {
  const shown = await readReturn(world.deps.eventStore, streamNamed(stream));
  if (shown === null || shown.open === null) return;
  const { paymentId, open } = shown;
  const asked = { paymentId, resolution: world.random.pick(RESOLUTIONS), expectedCents: open.amountCents.toString() };
  await resolveReturn(world.deps)(asked, operatorContext(world));
};

/** Pays returns again, owes them in crypto or hands them to the partner; at times two operators at once. */
export const resolveReturns = async (world: World): Promise<void> => {
  const rows = world.payoutRows().all(payouts);
  const streams = new Set(rows.filter(({ status }) => status === 'RETURNED').map(({ stream }) => stream));
  for (const stream of streams) {
    if (!world.random.chance(50)) continue;
    const operators = world.random.chance(50) ? 2 : 1;
    const works = Array.from({ length: operators }, () => () => unlessLate(() => resolveOne(world, stream)));
    await world.pauses.run(() => Promise.all(works.map((work) => work())));
  }
};

/** Streams with a waiting payout. */
const waiting = (world: World): readonly string[] =>
  world
    .payoutRows()
    .all(payoutSteps)
    .map(({ stream }) => stream);

const paymentIn = (stream: string): string => partsOfStream(streamNamed(stream))?.id ?? '';

/** An operator holds some payouts to look at them. */
export const holdPayouts = async (world: World): Promise<void> => {
  for (const stream of waiting(world)) {
    if (!world.chance(world.troubles.holdPercent)) continue;
    const hold = () => holdPayment(world.deps)(paymentIn(stream), operatorContext(world));
    await world.pauses.run(() => unlessLate(hold));
  }
};

/** Asks the only bank that may have received an order. */
const askingIn = ({ deps, bank }: World) => ({ ...deps, everyPayoutProvider: [bank.line] });

/** True by the books of the bank, whatever its answers say. */
const isUnpaidAtBank = async ({ bank, clock }: World, owed: PlacedPayout): Promise<boolean> => {
  const { payout, partnerId, mode } = owed;
  const call = { requestId: 'operators', partnerId, mode, deadlineMs: clock.now() + 10_000 };
  const ask = ({ providerKey }: { readonly providerKey: string }) =>
    bank.oracle.get(call, askedUnder(owed, providerKey));
  const found = await Promise.all((payout.sent ?? []).map(ask));
  return found.every((said) => !said.ok && said.kind === 'NOT_FOUND');
};

/** Two operators decide payouts that are unknown for 2 h and were never paid as NOT_PAID; other payouts reject them. */
export const decidePayouts = async (world: World): Promise<void> => {
  for (const stream of waiting(world)) {
    const owed = await readPayout(world.truth, streamNamed(stream));
    if (owed === null) continue;
    if (world.plant !== 'DECIDED_BLINDLY' && !(await isUnpaidAtBank(world, owed))) continue;
    for (const by of OPERATORS) {
      const asked = {
        paymentId: paymentIn(stream),
        outcome: { how: 'NOT_PAID' },
        by,
        mayPropose: true,
        isUnreachable: true,
      } as const;
      await unlessLate(() => decideStep(askingIn(world))(asked, operatorContext(world, by)));
    }
  }
};

/** Releases `percent` of the held payouts. */
export const releasePayouts = async (world: World, percent: number): Promise<void> => {
  for (const stream of waiting(world)) {
    const owed = await readPayout(world.truth, streamNamed(stream));
    if (owed?.payout.heldAt === undefined || !world.random.chance(percent)) continue;
    const release = () => releasePayment(askingIn(world))(paymentIn(stream), operatorContext(world));
    await world.pauses.run(() => unlessLate(release));
  }
};
