import { partnerPartOf } from '../../../aggregates/quote/partner-part';
import { splitGross } from '../../../aggregates/quote/split-gross';
import { cashinCreated } from '../../../packages/testing/src/samples/sample-cashin-data';
import fc from '../../properties';

const { fees } = cashinCreated;

test('gives the partner the markup when the platform delivers', () =>
  expect(partnerPartOf({ deliveryMode: 'PLATFORM', amountCents: 15_000n, fees })).toBe(75n));

test('gives the partner all but the platform fees when the partner delivers', () => {
  expect(partnerPartOf({ deliveryMode: 'PARTNER', amountCents: 15_000n, fees })).toBe(14_775n);
  const taken = { ...fees, floorCents: '100', networkCents: '30' };
  expect(partnerPartOf({ deliveryMode: 'PARTNER', amountCents: 15_000n, fees: taken })).toBe(14_645n);
  expect(partnerPartOf({ deliveryMode: 'PARTNER', amountCents: 10n, fees: taken })).toBe(0n);
});

test('gives the partner the exchanged sum and the markup for any amount', () =>
  fc.assert(
    fc.property(fc.bigInt({ min: 1_000n, max: 10n ** 9n }), fc.integer({ min: 0, max: 500 }), (gross, markup) => {
      const schedule = { floorCents: 100n, platformBasisPoints: 150, partnerBasisPoints: markup };
      const { fees: parts, netCents } = splitGross(gross, { schedule, pegged: false, networkFeeCents: 30n });
      const ofPartner = partnerPartOf({ deliveryMode: 'PARTNER', amountCents: gross, fees: parts });
      expect(ofPartner).toBe(netCents + BigInt(parts.partnerCents));
    }),
  ));
