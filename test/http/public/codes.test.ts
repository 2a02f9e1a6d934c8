import request from 'supertest';
import { buildGiftCardCode } from '../../../aggregates/codes/gift-card';
import { createRateLimits } from '../../../infra/http/rate-limits';
import codes from '../../data/codes.json';
import { NO_LIMITS } from '../../doubles/limits';
import { expectInvalid } from '../expect-problem';
import { httpSuite } from '../suite';
import { FIXED_CODE, OPEN_CODE } from '../world';

const suite = httpSuite();

const PATHS = ['/api/v1/validate-code', '/api/payments/validate-code'];
const INVALID = { valid: false, amount: null, amountEditable: false, currency: 'BRL' };

describe.each(PATHS)('%s', (path) => {
  const validate = (code: unknown, app = suite.world.app) => request(app).post(path).send({ code });
  const answerTo = async (code: string): Promise<unknown> => {
    const { status, body } = await validate(code);
    expect([status, body.success, body.error]).toEqual([200, true, null]);
    return body.data;
  };

  it('reads a PIX code, with the printed name', async () => {
    expect(await answerTo(FIXED_CODE)).toEqual({
      type: 'pix',
      valid: true,
      amount: 30,
      amountEditable: false,
      currency: 'BRL',
      beneficiary: { name: expect.stringMatching(/^[ -~]+$/) },
    });
    expect(await answerTo(OPEN_CODE)).toMatchObject({ type: 'pix', amount: null, amountEditable: true });
  });

  it('reads a boleto and a gift card', async () => {
    const boleto = codes.boletos.bank.find(({ name }) => name === 'woovi-47');
    expect(await answerTo(boleto?.code ?? '')).toEqual({
      type: 'boleto',
      valid: true,
      amount: expect.any(Number),
      amountEditable: false,
      currency: 'BRL',
      dueDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    const card = buildGiftCardCode('SBX', 'COFFEE', 5_000n);
    expect(await answerTo(card)).toEqual({
      type: 'giftcard',
      valid: true,
      amount: 50,
      amountEditable: false,
      currency: 'BRL',
    });
  });

  it('names only an expiry in the text, and accepts a boleto past its date as valid', async () => {
    const texts = [...codes.payable, ...codes.boletos.bank].map(({ code }) => code);
    const answers = await Promise.all(texts.map(answerTo));
    for (const answer of answers) {
      expect(answer).toHaveProperty('valid', true);
      expect(answer).not.toHaveProperty('expiresAt');
    }
    const now = new Date(suite.world.ports.clock.now()).toISOString();
    const dates = answers.map((answer) => (answer as { readonly dueDate?: string }).dueDate);
    expect(dates.some((date) => date !== undefined && date < now)).toBe(true);
  });

  it.each([
    ['', null, 'UNKNOWN_KIND'],
    ['hello', null, 'UNKNOWN_KIND'],
    [`${FIXED_CODE.slice(0, -4)}0000`, 'pix', 'CRC_MISMATCH'],
    [FIXED_CODE.slice(0, 40), 'pix', 'MALFORMED'],
    ['1'.repeat(47), 'boleto', expect.any(String)],
    ['GC-SBX-COFFEE-5000-00', 'giftcard', 'CHECK'],
    [`0002${'0'.repeat(90_000)}`, 'pix', 'TOO_LONG'],
  ])('explains why %.30j fails', async (code, type, reason) => {
    expect(await answerTo(code)).toEqual({ ...INVALID, type, reason });
  });

  it.each([[undefined], [null], [5], [['x']], [{}]])('refuses %j as a code', async (code) => {
    expectInvalid(await validate(code), ['code']);
  });
});

test('counts checks per address in one limit, before a code is read', async () => {
  const app = suite.world.appWith({ limits: createRateLimits({ ...NO_LIMITS, validateCode: 2 }) });
  const [v1 = '', wallet = ''] = PATHS;
  expect((await request(app).post(v1).send({ code: FIXED_CODE })).status).toBe(200);
  expect((await request(app).post(wallet).send({})).status).toBe(400);
  for (const path of [...PATHS, '/API/v1/validate-CODE/']) {
    const answer = await request(app).post(path).send({ code: FIXED_CODE });
    expect([answer.status, answer.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(+(answer.headers['retry-after'] ?? '')).toBeGreaterThanOrEqual(1);
  }
  expect((await request(app).get('/api/v1/accepted-cryptos')).status).toBe(200);
});
