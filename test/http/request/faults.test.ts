import request from 'supertest';
import type { HttpDeps, IdempotencyClaim } from '../../../src/http/deps';
import { holdTimers } from '../../doubles/held-timers';
import { expectProblem } from '../expect-problem';
import { httpSuite } from '../suite';
import { FIXED_CODE, spyingLogger } from '../world';

const suite = httpSuite();

const asUser = () => ({ Authorization: `Bearer ${suite.user.token}` });
const QUOTE = { assetId: 202, invoiceCode: FIXED_CODE };
const quote = (body: object, app = suite.world.app) =>
  request(app).post('/api/v1/cashout/quote').set(asUser()).send(body);
const intent = (body: object, app = suite.world.app) =>
  request(app).post('/api/v1/cashout/intent').set(asUser()).send(body);
const quoteId = async (): Promise<string> => {
  const { data }: { data: { quoteId: string } } = (await quote(QUOTE)).body;
  return data.quoteId;
};

/** Deps whose look-up of credentials answers so. */
const credentialsThat = (answer: () => Promise<never>): Partial<HttpDeps> => ({
  credentials: { keyHolder: answer, signers: answer, tokenHolder: answer },
});

const ANSWERED_WITHIN_MS = 2_900;

describe('faults', () => {
  afterEach(() => jest.useRealTimers());

  const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });
  const bug = new TypeError('secret detail of select * from lastro.users');

  it.each<[string, Partial<HttpDeps>]>([
    ['authentication', credentialsThat(() => Promise.reject(away))],
    ['a command', { issueQuote: () => Promise.reject(away) }],
  ])('answers 503 without details when a store is away during %s', async (_where, changes) => {
    const logger = spyingLogger();
    const answer = await quote(QUOTE, suite.world.appWith({ ...changes, logger }));
    expectProblem(answer, 503, 'SERVICE_UNAVAILABLE');
    expect(answer.text).not.toContain('10.0.0.7');
    expect(logger.lines).toMatchObject([{ level: 'warn', fields: { requestId: answer.body.requestId, status: 503 } }]);
  });

  it.each<[string, Partial<HttpDeps>]>([
    ['authentication', credentialsThat(() => Promise.reject(bug))],
    ['a command', { issueQuote: () => Promise.reject(bug) }],
    ['a readiness check', { readiness: () => Promise.reject(bug) }],
  ])('answers 500 with an id, and logs the error, at a bug in %s', async (where, changes) => {
    const logger = spyingLogger();
    const app = suite.world.appWith({ ...changes, logger });
    const answer = where === 'a readiness check' ? await request(app).get('/health') : await quote(QUOTE, app);
    expectProblem(answer, 500, 'INTERNAL');
    expect(answer.body.error).toBe('Internal error');
    expect(logger.lines).toMatchObject([
      { level: 'error', fields: { requestId: answer.body.requestId, error: { message: bug.message } } },
    ]);
    expect(JSON.stringify(logger.lines)).not.toContain(suite.user.token);
    expect(JSON.stringify(logger.lines)).not.toContain(FIXED_CODE);
  });

  it('answers 503 in time when a store is silent', async () => {
    holdTimers();
    const passTime = (): Promise<never> => {
      jest.advanceTimersByTime(ANSWERED_WITHIN_MS);
      return new Promise(() => undefined);
    };
    const answer = await request(suite.world.appWith(credentialsThat(passTime)))
      .get('/api/v1/cashout/intents')
      .set(asUser());
    expectProblem(answer, 503, 'SERVICE_UNAVAILABLE');
  });

  it('answers 503 without another fault when a stored answer is found too late', async () => {
    const logger = spyingLogger();
    let find: (claim: IdempotencyClaim) => void = () => undefined;
    const found = new Promise<IdempotencyClaim>((resolve) => {
      find = resolve;
    });
    const claim = (): Promise<IdempotencyClaim> => {
      jest.advanceTimersByTime(ANSWERED_WITHIN_MS);
      return found;
    };
    const idempotency = { ...suite.world.deps.idempotency, claim };
    const app = suite.world.appWith({ idempotency, logger });
    const asked = request(app).post('/api/v1/cashout/intent').set(asUser()).set('Idempotency-Key', 'late');
    const body = { quoteId: await quoteId() };
    holdTimers();
    expectProblem(await asked.send(body), 503, 'SERVICE_UNAVAILABLE');
    find({ kind: 'ANSWERED', answer: { status: 201, body: '{}' } });
    await found;
    await new Promise(setImmediate);
    expect(logger.lines.map(({ level }) => level)).toEqual(['warn']);
  });

  it('acknowledges a write that was not projected in time', async () => {
    const logger = spyingLogger();
    const app = suite.world.appWith({ waitUntilApplied: async () => false, logger });
    expect((await intent({ quoteId: await quoteId() }, app)).status).toBe(201);
    expect(logger.lines).toMatchObject([{ level: 'warn', fields: { projection: 'cashout-intents' } }]);
  });
});
