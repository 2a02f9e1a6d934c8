import express from 'express';
import request, { type Response } from 'supertest';
import { OPERATOR_ROLES, type OperatorRole } from '../../../aggregates/operator/events';
import { mayDo, PERMISSIONS, type Permission } from '../../../aggregates/operator/permissions';
import openapi from '../../../src/http/generated/ops-openapi.json';
import { expressAuthentication } from '../../../src/http/ops/session/authenticate';
import { prepareRequest } from '../../../src/http/request/prepare-request';
import { generatedRoutes, isSecured } from '../../../src/http/routes';
import { createHttpApp } from '../../../src/http/server';
import { answerProblem } from '../../../src/http/shared/answer-problem';
import { expectEveryRow } from '../../every-row';
import { expectProblem } from '../expect-problem';
import { documentOf, type NamedOperation, schemesOf } from '../public/document';
import type { Partner, User } from '../world';
import { type OpsWorld, OWN_PAGE, openOpsWorld } from './ops-world';

const { operations } = documentOf(openapi);
const secured = operations.filter(({ operation }) => schemesOf(operation).length > 0);
const changing = operations.filter(({ method }) => method !== 'get');

let ops: OpsWorld;
let partner: Partner;
let user: User;
beforeAll(async () => {
  ops = await openOpsWorld();
  partner = await ops.world.partner();
  user = await ops.world.user(partner);
});
afterAll(() => ops.close());

const REASON = { reason: 'to test it' };
const AT_REVISION = { ...REASON, revision: 0 };
const TRANSFER = {
  ...{ network: 'ethereum', transaction: '0xaa', assetId: 1, baseUnits: '1', to: '0xbb' },
  transferredAt: '2026-11-28T12:00:00Z',
};

const changesAt = (names: readonly string[], of: string): Readonly<Record<string, object>> =>
  Object.fromEntries(names.map((name) => [`post /ops/v1/${of}/{id}/${name}`, AT_REVISION]));

/** Bodies of the routes that have one; an id in a path is that of nothing. */
const BODIES: Readonly<Record<string, object>> = {
  'post /ops/v1/session': { token: '0'.repeat(64) },
  'post /ops/v1/session/look': { token: '0'.repeat(64) },
  ...changesAt(['hold', 'release', 'second', 'withdraw'], 'payments'),
  ...changesAt(['write-off', 'withdraw'], 'deposits'),
  'post /ops/v1/payments/{id}/decide': { ...AT_REVISION, outcome: { how: 'NOT_PAID' } },
  'post /ops/v1/payments/{id}/refund': { ...AT_REVISION, ...TRANSFER },
  'post /ops/v1/deposits/{id}/assign': { ...AT_REVISION, intentId: 'nothing' },
  'post /ops/v1/deposits/{id}/refund': { ...AT_REVISION, transaction: '0xaa' },
  'post /ops/v1/alerts/close': { kind: 'payout-unknown', subject: 'nothing', reason: 'to test it' },
  'post /ops/v1/users/{id}/kyc': { status: 'REJECTED', reason: 'to test it' },
  'post /ops/v1/webhooks/replay': { ...REASON, partner: 'nothing', mode: 'live', state: 'EXHAUSTED', count: 1 },
  'post /ops/v1/webhooks/{id}/replay': { reason: 'to test it' },
  ...Object.fromEntries(
    [
      ...['users/{id}/block', 'users/{id}/unblock', 'users/{id}/erase', 'operators/{id}/revoke', 'sessions/{id}/end'],
      ...['rebuild', 'rebuild/cancel', 'replay'].map((way) => `projections/{id}/${way}`),
      ...['suspend', 'reinstate', 'revoke', 'keys/{keyId}/revoke'].map((way) => `partners/{id}/${way}`),
    ].map((path) => [`post /ops/v1/${path}`, REASON]),
  ),
  'post /ops/v1/projections/{id}/rebuild/accept': { ...REASON, digest: '0'.repeat(64) },
  'post /ops/v1/networks/{id}/accept': { ...REASON, fromHeight: '1' },
  'post /ops/v1/networks/{id}/skip-gap': { ...REASON, toHeight: '1' },
  'post /ops/v1/networks/{id}/give-up-deposit': { ...REASON, depositId: 'nothing' },
  'post /ops/v1/networks/{id}/give-up-transaction': { ...REASON, transaction: '0xaa' },
  'post /ops/v1/networks/{id}/resume-asset': { ...REASON, assetId: 1 },
  'post /ops/v1/personal-data/search': { ...REASON, document: 'nobody@example.com' },
  'post /ops/v1/personal-data/open': { of: 'nothing', field: 'EXTERNAL_ID', reason: 'to test it' },
};

type Headers = Readonly<Record<string, string>>;

const ask = ({ name, method, path }: NamedOperation, headers: Headers): Promise<Response> => {
  const asked = request(ops.app)
    [method](path.replace(/\{\w+\}/g, 'nothing'))
    .set({ 'Idempotency-Key': ops.world.deps.ids.uuid(), ...headers });
  return name in BODIES ? asked.send(BODIES[name]).then() : asked.then();
};

const onEach = (rows: readonly NamedOperation[], check: (row: NamedOperation) => Promise<void>): Promise<void> =>
  expectEveryRow(rows, ({ name }) => name, check);

const permissionsOf = ({ operation }: NamedOperation): readonly Permission[] =>
  (operation.security?.find(({ operator }) => operator !== undefined)?.['operator'] ?? []) as Permission[];

/** Refused for the caller, and not for the content. */
const isKeptOut = ({ status }: Response): boolean => status === 401 || status === 403;

const WAYS: readonly (readonly [string, (role: OperatorRole) => Promise<Headers>])[] = [
  ['key', async (role) => ({ Authorization: `Bearer ${ops.people[role].operatorKey}` })],
  ['session', async (role) => ({ ...OWN_PAGE, Cookie: await ops.signIn(ops.people[role]) })],
];

describe.each(WAYS)('a request by %s', (_way, headersOf) => {
  it.each(OPERATOR_ROLES)('allows the role %s on every route exactly its permissions', (role) =>
    onEach(secured, async (row) => {
      const missing = permissionsOf(row).filter((permission) => !mayDo(role, permission));
      const answer = await ask(row, await headersOf(role));
      if (missing.length > 0) expectProblem(answer, 403, 'ROLE_REQUIRED');
      else expect([answer.status, isKeptOut(answer)]).toEqual([answer.status, false]);
    }));
});

describe('every route with a credential', () => {
  const strangers: readonly (readonly [string, () => Headers])[] = [
    ['nobody', () => ({})],
    ["a partner's key", () => ({ Authorization: `Bearer ${partner.apiKey}` })],
    ["a user's token", () => ({ Authorization: `Bearer ${user.token}` })],
    ["a wallet's token", () => ({ Authorization: `Bearer ${user.walletToken}` })],
    ['a key of nobody', () => ({ Authorization: `Bearer op_${'0'.repeat(64)}` })],
    ['two keys', () => ({ Authorization: `Bearer ${ops.people.admin.operatorKey}, Bearer x` })],
  ];
  it.each(strangers)('refuses %s', (_who, headersOf) =>
    onEach(secured, async (row) => expectProblem(await ask(row, headersOf()), 401, 'UNAUTHORIZED')));

  it('refuses a wrong key when the cookie is valid', async () => {
    const Cookie = await ops.signIn(ops.people.admin);
    await onEach(secured, async (row) =>
      expectProblem(await ask(row, { ...OWN_PAGE, Cookie, Authorization: 'Bearer x' }), 401, 'UNAUTHORIZED'),
    );
  });
});

describe('every route that changes state', () => {
  const elsewhere: readonly (readonly [string, Headers])[] = [
    ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://console.example' }],
    ['another application of the same site', { 'Sec-Fetch-Site': 'same-site' }],
    ['the address bar', { 'Sec-Fetch-Site': 'none' }],
    ['another origin, by an old browser', { Origin: 'https://evil.example' }],
    ['a browser that says nothing', {}],
  ];
  it.each(elsewhere)('refuses a session from %s', async (_from, headers) => {
    const Cookie = await ops.signIn(ops.people.admin);
    await onEach(changing, async (row) => expectProblem(await ask(row, { Cookie, ...headers }), 403, 'OTHER_ORIGIN'));
  });

  it('accepts the own origin from an old browser, and a key without any', async () => {
    await onEach(changing, async (row) => {
      const Cookie = await ops.signIn(ops.people.admin);
      expect(isKeptOut(await ask(row, { Cookie, Origin: 'https://console.example' }))).toBe(false);
    });
    const Authorization = `Bearer ${ops.people.admin.operatorKey}`;
    expectProblem(await request(ops.app).delete('/ops/v1/session').set({ Authorization }), 409, 'WRONG_STATE');
  });
});

describe('a permission of a route', () => {
  const asking = (permission: Permission) => {
    const app = express();
    app.use(prepareRequest({ ...ops.world.deps, ops: ops.ops }));
    app.post('/asked', async (asked, answer) => {
      await expressAuthentication(asked, 'operator', [permission]);
      answer.json({});
    });
    app.use(answerProblem);
    return app;
  };
  it.each(PERMISSIONS)('is required of the role: %s', async (permission) => {
    for (const role of OPERATOR_ROLES) {
      const Authorization = `Bearer ${ops.people[role].operatorKey}`;
      const answer = await request(asking(permission)).post('/asked').set({ Authorization });
      if (mayDo(role, permission)) expect([role, answer.status]).toEqual([role, 200]);
      else expectProblem(answer, 403, 'ROLE_REQUIRED');
    }
  });
});

describe('the routes of operators and of partners', () => {
  it('open no route of partners for a session or a key of an operator', async () => {
    const app = createHttpApp({ ...ops.world.deps, ops: ops.ops });
    const routes = generatedRoutes().filter(isSecured);
    const Cookie = await ops.signIn(ops.people.admin);
    const credentials = [{ ...OWN_PAGE, Cookie }, { Authorization: `Bearer ${ops.people.admin.operatorKey}` }];
    expect(routes.length).toBeGreaterThan(50);
    await expectEveryRow(
      routes,
      ({ method, path }) => `${method} ${path}`,
      async ({ method, path }) => {
        for (const headers of credentials)
          expectProblem(await request(app)[method](path.replace(/:\w+/g, 'x')).set(headers), 401, 'UNAUTHORIZED');
      },
    );
  });

  it('are missing in the other application', async () => {
    for (const path of ['/ops/v1/session', '/ops/docs', '/ops/openapi.json', '/console', '/console/'])
      expectProblem(await request(ops.world.app).get(path), 404, 'NOT_FOUND');
    for (const path of ['/api/v1/catalog', '/health', '/docs', '/openapi.json', '/receipts/x', '/webhooks/bank/x'])
      expectProblem(await request(ops.app).get(path), 404, 'NOT_FOUND');
  });

  it('both answer in an application that has both', async () => {
    const app = createHttpApp({ ...ops.world.deps, ops: ops.ops });
    expect((await request(app).get('/health')).status).toBe(200);
    expect((await request(app).get('/ops/openapi.json')).body).toEqual(openapi);
    expect((await request(app).get('/ops/docs')).text).toContain('/ops/docs/start.js');
    const Authorization = `Bearer ${ops.people.viewer.operatorKey}`;
    expect((await request(app).get('/ops/v1/session').set({ Authorization })).body.data.by).toBe('KEY');
  });
});
