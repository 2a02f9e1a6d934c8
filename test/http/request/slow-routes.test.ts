import openapi from '../../../src/http/generated/openapi.json';
import { generatedRoutes } from '../../../src/http/routes';
import { deadlineMsOf } from '../../../src/http/shared/answer-problem';

type Operations = Readonly<Record<string, { readonly responses: object }>>;

/** The health of a provider is an answer too, and no refusal. */
const ASKS_A_PROVIDER = ['GET /api/v1/users/kyc/health'];

const operationsOf = (path: string): Operations | undefined =>
  (openapi.paths as Readonly<Record<string, Operations>>)[path.replace(/:(\w+)/g, '{$1}')];

const asking = generatedRoutes().filter(
  ({ method, path }) =>
    '502' in (operationsOf(path)?.[method]?.responses ?? {}) ||
    ASKS_A_PROVIDER.includes(`${method.toUpperCase()} ${path}`),
);

test('lists more than ten routes that ask a provider', () => {
  expect(asking.length).toBeGreaterThan(10);
});

test.each(
  asking.map(({ method, path }) => [method.toUpperCase(), path] as const),
)('%s %s waits for as long as its provider may take', (_method, path) => {
  expect(deadlineMsOf(path)).toBe(10_000);
});

test.each([
  '/api/v1/cashout/intent',
  '/api/v1/cashin/intents',
  '/api/v1/users/kyc/sessions',
  '/health',
])('answers %s within 3 s, without a question to a provider', (path) => {
  expect(deadlineMsOf(path)).toBe(2_900);
});
