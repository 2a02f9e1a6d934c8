import request from 'supertest';
import { systemContext } from '../../../commands/handling/context';
import { SIMULATED_BRL } from '../../../infra/chains/simulated/network';
import type { SimulatedFeesAnswer } from '../../../src/http/partner/fees.dto';
import { createService } from '../../../src/service';
import { credit, setFeature, withdrawAs } from '../user/withdrawing';
import { createWorld, FIXED_CODE, type HttpWorld, type Partner } from '../world';

let world: HttpWorld;
let partner: Partner;

beforeAll(async () => {
  world = await createWorld();
  partner = await world.partner();
  const terms = { partnerId: partner.partnerId, feeMarkupBasisPoints: 75 };
  await world.service.changePartnerTerms(terms, systemContext('test', world.deps.ids.uuid(), 'test'));
  await world.project();
});
afterAll(() => world.close());

const simulate = (body: object, app = world.app) =>
  request(app)
    .post('/api/v1/partners/me/fees/simulate')
    .set({ Authorization: `Bearer ${partner.apiKey}` })
    .send(body);

const appWhereTransfersCost = (feeEstimateCents: number) => {
  const { catalog } = world.ports;
  const networks = catalog.networks.map((network) => ({ ...network, feeEstimateCents }));
  return world.appWith(createService({ ...world.ports, catalog: { ...catalog, networks } }));
};

describe('a simulation of fees', () => {
  it('gives the fees of a quote and a withdrawal of a pegged asset: floor and markup, without the network’s cost', async () => {
    const app = appWhereTransfersCost(40);
    await setFeature(world, partner, true);
    const user = await world.user(partner);
    await credit(world, partner, { pubkey: user.pubkey, amount: '500', allowance: '500' });
    const { data } = (await simulate({ amount: 100, assetId: SIMULATED_BRL }, app)).body as {
      data: SimulatedFeesAnswer;
    };
    expect(data.feeSchedule).toEqual({ floor: 1, platformPercent: 0, partnerMarkupPercent: 0.75 });
    expect(data.valuesAndFees).toMatchObject({ networkFeeFiat: 0, networkFeeCrypto: '0', totalFeeFiat: 1.75 });
    const quoted = await request(app)
      .post('/api/v1/cashout/quote')
      .set({ Authorization: `Bearer ${user.token}` })
      .send({ assetId: SIMULATED_BRL, invoiceCode: FIXED_CODE });
    expect(quoted.body.data.valuesAndFees).toMatchObject({ networkFeeFiat: 0, totalFeeFiat: 1.22 });
    const withdrawn = await withdrawAs({ app }, user, { amount: data.valuesAndFees.totalFiat });
    expect(withdrawn.body.data).toMatchObject({ amount: 101.75, fee: 1.75, netAmount: 100 });
  });

  it.each([10, 1_000])('shows the floor of the schedule in both places for R$ %d', async (amount) => {
    const { feeSchedule, priceContext } = (await simulate({ amount, assetId: 201 })).body.data;
    expect([feeSchedule.floor, priceContext.feeFloor]).toEqual([1, 1]);
  });

  it('accepts further fields, and ignores them', async () => {
    const plain = await simulate({ amount: 100, assetId: 202 });
    const dressed = await simulate({
      ...{ amount: 100, assetId: 202, feeMarkupBasisPoints: 0, markup: 0, partnerId: 'other', price: '1' },
      ...{ feePercent: 0, schedule: { floorCents: 0 }, pegged: true, nested: [{ deep: true }] },
    });
    expect([dressed.status, dressed.body]).toEqual([200, plain.body]);
  });

  it('has no crypto and no price without an asset', async () => {
    const { data } = (await simulate({ amount: 100 })).body;
    expect(data).toEqual({
      ...{ amount: 100, assetId: null, priceContext: null },
      feeSchedule: { floor: 1, platformPercent: 1.5, partnerMarkupPercent: 0.75 },
      valuesAndFees: {
        ...{ paymentInFiat: 100, networkFeeFiat: 0, processingFeeFiat: 2.25, totalFeeFiat: 2.25, totalFiat: 102.25 },
        ...{ paymentInCrypto: null, networkFeeCrypto: null, processingFeeCrypto: null },
        ...{ totalFeeCrypto: null, totalCrypto: null },
      },
    });
  });
});
