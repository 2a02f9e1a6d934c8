import request from 'supertest';
import { rejection } from '../../../aggregates/rejection';
import { httpSuite } from '../suite';
import { FIXED_CODE } from '../world';

const suite = httpSuite();

let count = 0;
const freshKey = (): string => {
  count += 1;
  return `key-${count}`;
};
const QUOTE = { assetId: 202, invoiceCode: FIXED_CODE };

const ask = (path: string, body: object, key: string, { app = suite.world.app, token = suite.user.token } = {}) =>
  request(app)
    .post(`/api/v1/cashout/${path}`)
    .set('Authorization', `Bearer ${token}`)
    .set('Idempotency-Key', key)
    .send(body);

const rows = async (): Promise<number> =>
  (await suite.world.pool.query('SELECT 1 FROM lastro.idempotency_keys')).rowCount ?? 0;

describe('a request with an Idempotency-Key', () => {
  it('is answered with the same bytes again without another event', async () => {
    const key = freshKey();
    const first = await ask('quote', QUOTE, key);
    const events = await suite.world.eventCount();
    suite.world.clock.advance(5_000);
    const again = await ask('quote', { invoiceCode: FIXED_CODE, assetId: 202 }, key);
    expect([first.status, first.headers['idempotency-hit']]).toEqual([200, undefined]);
    expect([again.status, again.text, again.headers['idempotency-hit']]).toEqual([200, first.text, 'true']);
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect(await suite.world.eventCount()).toBe(events);
  });

  it('keeps the refusal of a command', async () => {
    const { quoteId } = (await ask('quote', QUOTE, freshKey())).body.data;
    suite.world.clock.advance(301_000);
    const key = freshKey();
    const first = await ask('intent', { quoteId }, key);
    const again = await ask('intent', { quoteId }, key);
    expect([first.status, first.body.code]).toEqual([422, 'QUOTE_EXPIRED']);
    expect([again.status, again.text, again.headers['idempotency-hit']]).toEqual([422, first.text, 'true']);
  });

  it('is refused when its body differs', async () => {
    const key = freshKey();
    await ask('quote', QUOTE, key);
    const other = await ask('quote', { ...QUOTE, assetId: 201 }, key);
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('is refused while the first one runs, and answered afterwards', async () => {
    const key = freshKey();
    let proceed = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      const gate = new Promise<void>((open) => {
        proceed = open;
      });
      slow = async (...given) => {
        resolve();
        await gate;
        return suite.world.deps.issueQuote(...given);
      };
    });
    const app = suite.world.appWith({ issueQuote: (...given) => slow(...given) });
    const first = ask('quote', QUOTE, key, { app }).then((answer) => answer);
    await arrived;
    const meanwhile = await ask('quote', QUOTE, key, { app });
    expect([meanwhile.status, meanwhile.body.code, meanwhile.headers['retry-after']]).toEqual([
      409,
      'IDEMPOTENCY_IN_PROGRESS',
      '1',
    ]);
    proceed();
    const answered = await first;
    const again = await ask('quote', QUOTE, key, { app });
    expect([again.status, again.text]).toEqual([200, answered.text]);
  });

  it.each([
    ['400', { ...QUOTE, assetId: 999 }, 400],
    ['403', { ...QUOTE, sender: '0x00000000000000000000000000000000000000cc' }, 403],
    ['502', { ...QUOTE, assetId: 204 }, 502],
  ])('leaves the key free after a %s', async (_status, body, status) => {
    const key = freshKey();
    const before = await rows();
    expect((await ask('quote', body, key)).status).toBe(status);
    expect(await rows()).toBe(before);
    expect((await ask('quote', QUOTE, key)).status).toBe(200);
  });

  it('leaves the key free after a fault', async () => {
    const key = freshKey();
    const broken = suite.world.appWith({ issueQuote: () => Promise.reject(new Error('bug')) });
    expect((await ask('quote', QUOTE, key, { app: broken })).status).toBe(500);
    expect((await ask('quote', QUOTE, key)).status).toBe(200);
  });

  it('leaves no row when it is refused before the command', async () => {
    const before = await rows();
    const pending = await suite.world.user(suite.partner, 'PENDING');
    expect((await ask('quote', QUOTE, freshKey(), { token: pending.token })).status).toBe(403);
    expect((await ask('quote', {}, freshKey())).status).toBe(400);
    expect((await ask('quote', QUOTE, freshKey(), { token: 'nobody' })).status).toBe(401);
    expect(await rows()).toBe(before);
  });

  it('runs again without its kept answer, and repeats the result of the first run', async () => {
    const key = freshKey();
    const { quoteId } = (await ask('quote', QUOTE, freshKey())).body.data;
    const first = await ask('intent', { quoteId }, key);
    const events = await suite.world.eventCount();
    await suite.world.pool.query('DELETE FROM lastro.idempotency_keys');
    const again = await ask('intent', { quoteId }, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await suite.world.eventCount()).toBe(events);
  });

  it('is a new command with another body, even when the first answer was deleted', async () => {
    const key = freshKey();
    const first = await ask('quote', QUOTE, key);
    await suite.world.pool.query('DELETE FROM lastro.idempotency_keys');
    const other = await ask('quote', { ...QUOTE, assetId: 201 }, key);
    expect(other.status).toBe(200);
    expect(other.body.data.quoteId).not.toBe(first.body.data.quoteId);
  });

  it('is answered when its answer cannot be kept', async () => {
    const idempotency = { ...suite.world.deps.idempotency, complete: () => Promise.reject(new Error('away')) };
    const answer = await ask('quote', QUOTE, freshKey(), { app: suite.world.appWith({ idempotency }) });
    expect(answer.status).toBe(200);
  });

  it.each([
    '',
    ' ',
    'a b',
    'x'.repeat(256),
    '"',
    '"open',
    'a"b',
    'caf\u00e9',
  ])('is refused with the key %p', async (key) => {
    const answer = await ask('quote', QUOTE, key);
    expect([answer.status, Object.keys(answer.body.error.fieldErrors as object)]).toEqual([400, ['Idempotency-Key']]);
  });
});

let slow: (typeof suite.world.deps)['issueQuote'] = () => Promise.reject(rejection('WRONG_STATE', 'not set'));
