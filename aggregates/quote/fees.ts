import { allocate, type BaseUnits, type Cents, parseDecimal, type Rational, shareOf } from '../money';
import { type Carriage, carriable } from './carriable';
import type { FeeParts } from './events';

/** Basis points are integers from 0 to 10,000. */
export interface FeeSchedule {
  readonly floorCents: Cents;
  readonly platformBasisPoints: number;
  readonly partnerBasisPoints: number;
}

/** 1.5 % of the payout, no markup. The floor covers a bank's charge for one PIX; it applies below R$ 66.67. */
export const DEFAULT_FEE_SCHEDULE: FeeSchedule = { floorCents: 100n, platformBasisPoints: 150, partnerBasisPoints: 0 };

export interface FeeTerms {
  readonly payoutCents: Cents;
  /** A unit is one real: no price and no platform rate, only floor and markup (specification, part 4). */
  readonly pegged: boolean;
  readonly schedule: FeeSchedule;
  readonly networkFeeCents: Cents;
}

export interface Order extends FeeTerms {
  /** BRL for one whole unit of the asset, as a positive decimal; ignored for a pegged asset. */
  readonly price: string;
  readonly decimals: number;
  readonly carriage: Carriage;
}

/** BRL in cents, crypto in base units; payment + network fee + processing fee = total. */
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
  readonly totalCents: Cents;
  /** The total at the price, rounded up to what the chain carries, so that we never receive too little. */
  readonly amountBaseUnits: BaseUnits;
  readonly valuesAndFees: ValuesAndFees;
}

const ONE: Rational = { numerator: 1n, denominator: 1n };

const priceOf = (order: Order): Rational => {
  const price = order.pegged ? ONE : parseDecimal(order.price);
  if (price === null || price.numerator === 0n) throw new RangeError(`${order.price} is not a price`);
  return price;
};

/** `floorCents` is the floor's addition to the platform's share, so that both show. */
export const feePartsOf = ({ payoutCents, pegged, schedule, networkFeeCents }: FeeTerms): FeeParts => {
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
  if (payoutCents <= 0n) throw new RangeError('The amount of a payout must be above zero');
  if (networkFeeCents < 0n || floorCents < 0n) throw new RangeError('A fee must not be negative');
  for (const basisPoints of [platformBasisPoints, partnerBasisPoints])
    if (!Number.isInteger(basisPoints) || basisPoints < 0 || basisPoints > 10_000)
      throw new RangeError(`${basisPoints} basis points: the value must be from 0 to 10,000`);
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 38) throw new RangeError(`${decimals} decimals`);
};

/** Prices simulation and quote. Throws AMOUNT_BELOW_MINIMUM, AMOUNT_ABOVE_LIMIT, or RangeError for an unsound order. */
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
