import request from 'supertest';
import { rejection } from '../../../aggregates/rejection';
import { expectEveryRow } from '../../every-row';
import { expectInvalid, expectProblem } from '../expect-problem';
import { createWorld, FIXED_CODE, type HttpWorld, OPEN_CODE, type Partner, type User } from '../world';
import { setFeature } from './withdrawing';

let world: HttpWorld;
let partner: Partner;
let user: User;

beforeAll(async () => {
  world = await createWorld();
  partner = await world.partner();
  user = await world.user(partner);
  await setFeature(world, partner, true);
});
afterAll(() => world.close());

const CODE_OF_NO_CHECKSUM = `${FIXED_CODE.slice(0, -4)}0000`;
const HASH = `0x${'ab'.repeat(32)}`;

/** A POST, a body that is right, and the fields that make it wrong, each with the fields that the answer names. */
interface Form {
  readonly path: string;
  readonly body: object;
  readonly wrong: readonly (readonly [object, readonly string[]])[];
}

const AMOUNTS = [0, -1, 10.005, '10'].map((amount) => [{ amount }, ['amount']] as const);
const CENTS = [0.001, 1e21, [10], null].map((amount) => [{ amount }, ['amount']] as const);

const FORMS: readonly Form[] = [
  {
    path: '/api/v1/cashout/quote',
    body: { assetId: 202, invoiceCode: OPEN_CODE, amount: 30 },
    wrong: [
      ...AMOUNTS,
      ...CENTS,
      [{ assetId: undefined }, ['assetId']],
      [{ assetId: '202' }, ['assetId']],
      [{ assetId: 1.5 }, ['assetId']],
      [{ invoiceCode: undefined }, ['invoiceCode']],
      [{ invoiceCode: CODE_OF_NO_CHECKSUM }, ['invoiceCode']],
      [{ invoiceCode: 'hello' }, ['invoiceCode']],
      [{ amount: undefined }, ['amount']],
      [{ invoiceCode: FIXED_CODE, amount: 31 }, ['amount']],
      [{ fiatCurrency: 'USD' }, ['fiatCurrency']],
      [{ partnerId: 'other' }, ['partnerId']],
      [{ walletAddress: 'a@b.c' }, ['walletAddress']],
    ],
  },
  {
    path: '/api/v1/cashout/intent',
    body: { quoteId: 'q' },
    wrong: [
      [{ quoteId: undefined }, ['quoteId']],
      [{ userId: 'u' }, ['userId']],
    ],
  },
  {
    path: '/api/v1/cashin/quote',
    body: { assetId: 202, amount: 150 },
    wrong: [
      ...AMOUNTS,
      [{ assetId: undefined }, ['assetId']],
      [{ amount: undefined }, ['amount']],
      [{ assetId: '202' }, ['assetId']],
      [{ deliveryMode: 'PARTNER' }, ['deliveryMode']],
      [{ fiatCurrency: 'USD' }, ['fiatCurrency']],
      [{ destinationWallet: 'wallet' }, ['destinationWallet']],
      [{ reference: 'order 17' }, ['reference']],
    ],
  },
  {
    path: '/api/v1/cashin/intent',
    body: { quoteId: 'x', customer: { taxID: '52998224725' } },
    wrong: [
      [{ quoteId: undefined }, ['quoteId']],
      [{ customer: { taxID: '529.982.247-26' } }, ['customer.taxID']],
      [{ customer: { taxID: '52998224725', age: 30 } }, ['customer']],
      [{ customer: 'Maria' }, ['customer']],
      [{ customer: { taxID: '52998224725', name: 'M'.repeat(129) } }, ['customer']],
    ],
  },
  {
    path: '/api/v1/cashout/withdraw',
    body: { amount: 2, pixKey: 'fulano@exemplo.com', walletAddress: '0x00000000000000000000000000000000000000cc' },
    wrong: [
      ...AMOUNTS,
      [{ amount: undefined }, ['amount']],
      [{ pixKey: undefined }, ['pixKey']],
      [{ pixKey: 'hello' }, ['pixKey']],
      // A CPF or a phone, a phone without +55, and another kind than it says.
      [{ pixKey: '11900000083' }, ['pixKey']],
      [{ pixKey: '11987654321' }, ['pixKey']],
      [{ pixKeyType: 'CPF' }, ['pixKey']],
      [{ pixKeyType: 'IBAN' }, ['pixKeyType']],
      [{ walletAddress: undefined }, ['walletAddress']],
      [{ network: 'ethereum' }, ['network']],
      [{ description: 'n'.repeat(141) }, ['description']],
    ],
  },
  {
    path: '/api/payments/quote',
    body: { code: OPEN_CODE, assetId: 202, blockchain: 'ethereum', amount: 30 },
    wrong: [
      [{ assetId: undefined, blockchain: undefined, code: undefined }, ['assetId', 'blockchain', 'code']],
      [{ assetId: '202' }, ['assetId']],
      [{ userId: 'other' }, ['userId']],
      [{ invoiceCode: FIXED_CODE }, ['invoiceCode']],
      [{ blockchain: 'polygon' }, ['blockchain']],
      [{ blockchain: 'Ethereum' }, ['blockchain']],
      [{ amount: 10.005 }, ['amount']],
      [{ amount: undefined }, ['amount']],
      [{ code: FIXED_CODE, amount: 31 }, ['amount']],
      [{ code: CODE_OF_NO_CHECKSUM }, ['code']],
    ],
  },
  { path: '/api/payments/create', body: { quoteId: 'q' }, wrong: [[{ quoteId: undefined }, ['quoteId']]] },
];

const tokenFor = (path: string, { token, walletToken }: User): string =>
  path.startsWith('/api/v1/') ? token : walletToken;

const post = (path: string, body: object, as = user, app = world.app) =>
  request(app)
    .post(path)
    .set({ Authorization: `Bearer ${tokenFor(path, as)}` })
    .send(body);

test.each(FORMS)('POST $path names each field that is wrong', ({ path, body, wrong }) =>
  expectEveryRow(
    wrong,
    ([differences]) => JSON.stringify(differences),
    async ([differences, fields]) => expectInvalid(await post(path, { ...body, ...differences }), fields),
  ));

test('POST /api/payments/submit names a text that is no transaction of the network', async () => {
  const { body } = await post('/api/payments/quote', { code: FIXED_CODE, assetId: 202, blockchain: 'ethereum' });
  const made = await post('/api/payments/create', { quoteId: body.data.quoteId });
  const paymentId: string = made.body.data.id;
  expectInvalid(await post('/api/payments/submit', {}), ['paymentId', 'txHash']);
  for (const txHash of ['0x12', HASH.slice(2), `${HASH}00`, `0x${'g'.repeat(64)}`, '5'.repeat(88), 'x'.repeat(129)]) {
    expectInvalid(await post('/api/payments/submit', { paymentId, txHash }), ['txHash']);
  }
});

test('requires the tax id for a cash-in of a user without a verified document', async () => {
  const { body } = await post('/api/v1/cashin/quote', { assetId: 202, amount: 150 });
  const { quoteId } = body.data;
  expectInvalid(await post('/api/v1/cashin/intent', { quoteId, customer: { name: 'Maria' } }), ['customer.taxID']);
});

test.each(FORMS)('POST $path checks only the form before the KYC gate', async ({ path, body, wrong }) => {
  const pending = await world.user(partner, 'PENDING');
  const [differences, fields] = wrong[0]!;
  expectInvalid(await post(path, { ...body, ...differences }, pending), fields);
  const unknown = 'quoteId' in body ? {} : { assetId: 999 };
  const asked = path.endsWith('/withdraw') ? body : { ...body, ...unknown };
  expectProblem(await post(path, asked, pending), 403, 'INSUFFICIENT_KYC');
});

test('answers DEPOSIT_TAKEN at a cash-out quote like any refusal of its command', async () => {
  const issueQuote = () => Promise.reject(rejection('DEPOSIT_TAKEN', 'no'));
  const app = world.appWith({ issueQuote });
  const body = { assetId: 202, invoiceCode: FIXED_CODE };
  expectProblem(await post('/api/v1/cashout/quote', body, user, app), 409, 'DEPOSIT_TAKEN');
});
