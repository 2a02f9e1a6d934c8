import { allocate, type BaseUnits, type Cents, parseDecimal, type Rational, shareOf } from '../money';
import { type Carriage, carriable } from './carriable';
import type { FeeParts } from './events';

/** What a partner's orders cost. Basis points are whole numbers from 0 to 10,000. */
export interface FeeSchedule {
  /** The platform's fee is never less than this. */
  readonly floorCents: Cents;
  readonly platformBasisPoints: number;
  /** The partner's own markup, beside the platform's fee. */
  readonly partnerBasisPoints: number;
}

/**
 * What configuration starts from: 1.5 % of the payout, at least one real, no markup. The floor covers what a bank
 * charges for one PIX; below R$ 66.67 it is what counts.
 */
export const DEFAULT_FEE_SCHEDULE: FeeSchedule = { floorCents: 100n, platformBasisPoints: 150, partnerBasisPoints: 0 };

export interface Order {
  /** What the payee receives; positive. */
  readonly payoutCents: Cents;
  /** BRL for one whole unit of the asset, as a positive decimal; not looked at when the asset is pegged. */
  readonly price: string;
  readonly decimals: number;
  /** What its chain can carry of the asset. */
  readonly carriage: Carriage;
  /** One unit is one real by definition: no price and no platform rate, only floor and markup (specification, part 3). */
  readonly pegged: boolean;
  readonly schedule: FeeSchedule;
  /** What moving the asset costs us, passed on as it is. */
  readonly networkFeeCents: Cents;
}

/** The figures of an answer, BRL in cents and crypto in base units: payment + network fee + processing fee = total. */
export interface ValuesAndFees {
  readonly paymentInFiat: Cents;
  readonly paymentInCrypto: BaseUnits;
  readonly networkFeeFiat: Cents;
  readonly networkFeeCrypto: BaseUnits;
  readonly processingFeeFiat: Cents;
  readonly processingFeeCrypto: BaseUnits;
  readonly totalFeeFiat: Cents;
  readonly totalFeeCrypto: BaseUnits;
  readonly totalFiat: Cents;
  readonly totalCrypto: BaseUnits;
}

export interface PricedOrder {
  readonly fees: FeeParts;
  /** Payout plus every fee. */
  readonly totalCents: Cents;
  /** What the payer sends: the total at the price, rounded up to what the chain carries, so that we are never short. */
  readonly amountBaseUnits: BaseUnits;
  readonly valuesAndFees: ValuesAndFees;
}

const ONE: Rational = { numerator: 1n, denominator: 1n };

const priceOf = (order: Order): Rational => {
  const price = order.pegged ? ONE : parseDecimal(order.price);
  if (price === null || price.numerator === 0n) throw new RangeError(`${order.price} is not a price`);
  return price;
};

/** The share of the payout as the platform's part; the floor's part is what it adds above that, so that both show. */
const feePartsOf = ({ payoutCents, pegged, schedule, networkFeeCents }: Order): FeeParts => {
  const platformBasisPoints = pegged ? 0 : schedule.platformBasisPoints;
  const platformCents = shareOf(payoutCents, BigInt(platformBasisPoints));
  const partnerCents = shareOf(payoutCents, BigInt(schedule.partnerBasisPoints));
  const floorCents = platformCents < schedule.floorCents ? schedule.floorCents - platformCents : 0n;
  return {
    floorCents: floorCents.toString(),
    platformCents: platformCents.toString(),
    partnerCents: partnerCents.toString(),
    networkCents: networkFeeCents.toString(),
    totalCents: (floorCents + platformCents + partnerCents + networkFeeCents).toString(),
    platformBasisPoints,
    partnerBasisPoints: schedule.partnerBasisPoints,
  };
};

/** How a total splits into payment and fees; the parts sum to it. The same for a simulation and for an issued quote. */
export const valuesOf = (
  order: Pick<Order, 'payoutCents' | 'networkFeeCents'>,
  feesCents: Cents,
  amountBaseUnits: BaseUnits,
): ValuesAndFees => {
  const { payoutCents, networkFeeCents } = order;
  const processingFeeFiat = feesCents - networkFeeCents;
  const parts = allocate(amountBaseUnits, [payoutCents, networkFeeCents, processingFeeFiat]);
  const [paymentInCrypto, networkFeeCrypto, processingFeeCrypto] = [parts[0] ?? 0n, parts[1] ?? 0n, parts[2] ?? 0n];
  return {
    paymentInFiat: payoutCents,
    paymentInCrypto,
    networkFeeFiat: networkFeeCents,
    networkFeeCrypto,
    processingFeeFiat,
    processingFeeCrypto,
    totalFeeFiat: feesCents,
    totalFeeCrypto: networkFeeCrypto + processingFeeCrypto,
    totalFiat: payoutCents + feesCents,
    totalCrypto: amountBaseUnits,
  };
};

const mustBeSound = ({ payoutCents, networkFeeCents, schedule, decimals }: Order): void => {
  const { floorCents, platformBasisPoints, partnerBasisPoints } = schedule;
  if (payoutCents <= 0n) throw new RangeError('A payout is positive');
  if (networkFeeCents < 0n || floorCents < 0n) throw new RangeError('A fee is not negative');
  for (const basisPoints of [platformBasisPoints, partnerBasisPoints])
    if (!Number.isInteger(basisPoints) || basisPoints < 0 || basisPoints > 10_000)
      throw new RangeError(`${basisPoints} basis points are not between 0 and 10,000`);
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 38) throw new RangeError(`${decimals} decimals`);
};

/**
 * What an order costs: the one function behind fee simulation and quote (specification, part 3; design: domain,
 * section 6). Platform fee = max(floor, payout x rate), markup = payout x rate; shares are rounded half to even.
 * Refuses AMOUNT_BELOW_MINIMUM and AMOUNT_ABOVE_LIMIT where the chain could not carry what it costs.
 * An order that no caller should have let through (no payout, no price, a rate above 100 %) is a fault: RangeError.
 */
export const priceOrder = (order: Order): PricedOrder => {
  mustBeSound(order);
  const price = priceOf(order);
  const fees = feePartsOf(order);
  const feesCents = BigInt(fees.totalCents);
  const totalCents = order.payoutCents + feesCents;
  const unitsPerWhole = 10n ** BigInt(order.decimals);
  const exact = { numerator: totalCents * unitsPerWhole * price.denominator, denominator: 100n * price.numerator };
  const amountBaseUnits = carriable(exact, order.carriage);
  return { fees, totalCents, amountBaseUnits, valuesAndFees: valuesOf(order, feesCents, amountBaseUnits) };
};
