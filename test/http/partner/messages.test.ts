import request from 'supertest';
import { credentialFor, openStage, prepare, type Stage } from '../operations/driver';
import { operations } from '../public/document';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());

const numbers = operations.flatMap((operation) =>
  operation.operation.parameters
    .filter(({ in: place, schema }) => place === 'query' && schema?.['type'] === 'integer')
    .map(({ name }) => [operation.name, name, operation] as const),
);

test.each(numbers)('names in %s the form of %s', async (_name, parameter, operation) => {
  const credential = (await credentialFor(stage, operation)) ?? undefined;
  const takesCurrency = operation.operation.parameters.some(({ name }) => name === 'fiatCurrency');
  const query = { ...(takesCurrency ? { fiatCurrency: 'BRL' } : {}), [parameter]: 'x' };
  const { status, body } = await prepare(stage, operation, {
    query,
    ...(credential === undefined ? {} : { credential }),
  });
  expect([status, body.error?.messages]).toEqual([400, [`${parameter}: must be a whole number`]]);
});

test.each([
  [
    'expiresIn',
    '/api/v1/auth/token',
    { uid: 'customer-17', expiresIn: '1w' },
    'must be a number and one of s, m, h, d',
  ],
  [
    'code',
    '/api/auth/otp/verify',
    { address: '0xaa', blockchain: 'ethereum', otpId: 'a'.repeat(32), code: '1' },
    'must be 8 digits',
  ],
  [
    'challengeId',
    '/api/auth/verify',
    { address: '0xaa', blockchain: 'ethereum', signature: '0x', challengeId: 'A' },
    'must be 32 lowercase hex digits',
  ],
  [
    'otpProof',
    '/api/auth/verify',
    { address: '0xaa', blockchain: 'ethereum', signature: '0x', otpProof: 'A' },
    'must be 32 lowercase hex digits',
  ],
  ['body', '/api/v1/partners/me/rotate-webhook-secret', [], 'invalid object'],
])('names %s once, by the name that the caller knows', async (field, path, body, detail) => {
  const answer = await request(stage.world.app)
    .post(path)
    .set('Authorization', `Bearer ${stage.partner.apiKey}`)
    .send(body);
  expect([answer.status, answer.body.error?.messages]).toEqual([400, [`${field}: ${detail}`]]);
  expect(answer.body.error.fieldErrors).toEqual({ [field]: detail });
});
