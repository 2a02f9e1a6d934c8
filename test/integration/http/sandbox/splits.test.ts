import request from 'supertest';
import { systemContext } from '../../../../commands/handling/context';
import type { ChangePartnerTerms } from '../../../../commands/partner/change-partner-terms';
import { httpSuite } from '../../../http/suite';
import { workOff } from '../../../http/user/pay-on-chain';

const suite = httpSuite({ fresh: true });

const cashinPixKey = { text: 'parceiro@exemplo.com', kind: null };

const withTerms = async (terms: Omit<ChangePartnerTerms, 'partnerId'>): Promise<void> => {
  const context = systemContext('test', suite.world.deps.ids.uuid(), 'test');
  await suite.world.service.changePartnerTerms({ partnerId: suite.partner.partnerId, ...terms }, context);
  await suite.world.project();
};

const as = (credential: string, headers: Record<string, string> = {}) => ({
  ...{ Authorization: `Bearer ${credential}` },
  ...headers,
});

interface Quote {
  readonly quoteId: string;
  readonly splitValueCents: number;
  readonly cryptoAmount: string;
}

/** R$ 150.00 for USDT. */
const quoted = async (scenario?: string): Promise<Quote> => {
  const headers = scenario === undefined ? {} : { 'X-Sandbox-Scenario': scenario };
  const asked = request(suite.world.app).post('/api/v1/cashin/quote').set(as(suite.user.token, headers));
  const { body }: { body: { data: Quote } } = await asked.send({ assetId: 202, amount: 150 });
  return body.data;
};

const opened = async ({ quoteId }: Quote): Promise<{ readonly intentId: string }> => {
  const customer = { name: 'Maria da Silva', taxID: '529.982.247-25', email: 'maria@exemplo.com' };
  const asked = request(suite.world.app).post('/api/v1/cashin/intent').set(as(suite.user.token));
  const { body }: { body: { data: { intentId: string } } } = await asked.send({ quoteId, customer });
  return body.data;
};

interface Shown {
  readonly intentId: string;
  readonly payments: readonly { readonly endToEndId: string }[];
  readonly completedAt: string;
}

const get = async (path: string, credential = suite.partner.apiKey): Promise<unknown> => {
  const { body }: { body: { data: unknown } } = await request(suite.world.app).get(path).set(as(credential));
  return body.data;
};

/** The intent as its owner and the partner see it, and the notification of its end. */
const paid = async (intentId: string) => {
  await request(suite.world.app).post(`/api/v1/sandbox/charges/${intentId}/pay`).set(as(suite.partner.apiKey)).send({});
  await workOff(suite.world);
  const told = (await get('/api/v1/partners/me/events')) as readonly { event: string; data: object }[];
  const [listed] = (await get('/api/v1/partners/me/payments?kind=CASHIN')) as readonly Shown[];
  return {
    ...{ shown: (await get(`/api/v1/cashin/intent/${intentId}`, suite.user.token)) as Shown, listed },
    completed: told.filter(({ event }) => event === 'CASHIN_COMPLETED').map(({ data }) => data),
  };
};

/** Shares of R$ 150.00: 1.5 % of the exchanged amount for the platform, 0.5 % of it as markup. */
const [PLATFORM_CENTS, MARKUP_CENTS] = [221, 74];
const REFUSED = 'CHARGE_SPLIT_REFUSED';

describe('where the partner delivers', () => {
  const SPLIT_CENTS = 15_000 - PLATFORM_CENTS;
  beforeEach(() => withTerms({ cashinDelivery: 'PARTNER', cashinPixKey, feeMarkupBasisPoints: 50 }));

  /** Exactly what the specification names: without a deliveryId the partner credits the wallet. */
  const toCredit = ({ intentId, payments, completedAt }: Shown, split: object) => ({
    ...{ correlationID: intentId, walletAddress: suite.user.pubkey, valueCents: 15_000, ...split },
    ...{ transactionID: payments[0]?.endToEndId, completedAt },
  });

  test('sends the partner its part with the charge, without the platform’s fee', async () => {
    const quote = await quoted();
    expect(quote).toMatchObject({ deliveryMode: 'PARTNER', splitValueCents: SPLIT_CENTS });
    const split = { splitApplied: true, splitValueCents: SPLIT_CENTS };
    const intent = await opened(quote);
    expect(intent).toMatchObject({ ...split, deliveryMode: 'PARTNER' });
    const { shown, listed, completed } = await paid(intent.intentId);
    for (const seen of [shown, listed]) expect(seen).toMatchObject({ status: 'COMPLETED', ...split });
    expect({ ...shown, ...listed }).not.toHaveProperty('splitOwedCents');
    expect(completed).toEqual([toCredit(shown, split)]);
  });

  test('owes the partner the part that the bank did not split, and shows it to user and partner', async () => {
    const intent = await opened(await quoted(REFUSED));
    expect(intent).toMatchObject({ splitApplied: true, splitValueCents: SPLIT_CENTS });
    const { shown, listed, completed } = await paid(intent.intentId);
    const split = { splitApplied: false, splitValueCents: SPLIT_CENTS };
    for (const seen of [shown, listed])
      expect(seen).toMatchObject({ status: 'COMPLETED', ...split, splitOwedCents: SPLIT_CENTS });
    expect(completed).toEqual([toCredit(shown, split)]);
  });
});

describe('the split when the platform delivers and the partner has a markup', () => {
  /** Exactly what the specification names: nothing is left to credit. */
  const delivered = (intentId: string, quote: Quote) => ({
    ...{ correlationID: intentId, deliveryId: expect.any(String), onChainTxId: expect.any(String) },
    ...{ asset: 'USDT', chain: 'ethereum', tokenAmount: quote.cryptoAmount },
    ...{ destination: suite.user.pubkey, completedAt: expect.any(String) },
  });

  test('sends the markup to the partner with the charge', async () => {
    await withTerms({ cashinPixKey, feeMarkupBasisPoints: 50 });
    const quote = await quoted();
    const split = { splitApplied: true, splitValueCents: MARKUP_CENTS };
    const intent = await opened(quote);
    expect(intent).toMatchObject(split);
    const { shown, listed, completed } = await paid(intent.intentId);
    for (const seen of [shown, listed]) expect(seen).toMatchObject({ status: 'COMPLETED', ...split });
    expect({ ...shown, ...listed }).not.toHaveProperty('splitOwedCents');
    expect(completed).toEqual([delivered(intent.intentId, quote)]);
  });

  test.each([
    ['the bank refuses to split it off', cashinPixKey, REFUSED],
    ['the partner has no key for it', null, undefined],
  ])('owes the markup when %s', async (_why, key, scenario) => {
    await withTerms({ cashinPixKey: key, feeMarkupBasisPoints: 50 });
    const quote = await quoted(scenario);
    const intent = await opened(quote);
    const { shown, listed, completed } = await paid(intent.intentId);
    const owed = { splitApplied: false, splitValueCents: MARKUP_CENTS, splitOwedCents: MARKUP_CENTS };
    for (const seen of [shown, listed]) expect(seen).toMatchObject({ status: 'COMPLETED', ...owed });
    expect(completed).toEqual([delivered(intent.intentId, quote)]);
  });
});
