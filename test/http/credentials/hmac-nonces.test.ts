import { randomUUID } from 'node:crypto';
import type { Express } from 'express';
import type { Response } from 'supertest';
import { systemContext } from '../../../commands/handling/context';
import { createPostgresNonces } from '../../../infra/http/nonces';
import type { HttpDeps } from '../../../src/http/deps';
import { refusingLimits } from '../../doubles/limits';
import { expectProblem } from '../expect-problem';
import { headerOf, signedRequests } from '../sign';
import { httpSuite } from '../suite';

const suite = httpSuite();

const { post, signing, send } = signedRequests(() => ({ world: suite.world, partner: suite.partner }));

const expectUnauthorized = (answer: Response): void => expectProblem(answer, 401, 'UNAUTHORIZED');

describe('a nonce', () => {
  const otherProcess = (): Express => suite.world.appWith({ nonces: createPostgresNonces(suite.world.pool) });

  it('is accepted once, in one process and with one body', async () => {
    const nonce = randomUUID();
    const header = headerOf(signing({ nonce }));
    expect((await send(header)).status).toBe(200);
    expectUnauthorized(await send(header));
    expectUnauthorized(await send(header, { app: otherProcess() }));
    expectUnauthorized(await post('{"uid":"abc"}', '{"uid":"abc"}', { nonce }));
  });

  it('is accepted once in simultaneous requests', async () => {
    const header = headerOf(signing());
    const apps = [suite.world.app, otherProcess()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send(header, { app: apps[index % 2] as Express })),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
  });

  it("is remembered in its partner's own space", async () => {
    const other = await suite.world.partner();
    const nonce = randomUUID();
    expect((await send(headerOf(signing({ nonce })))).status).toBe(200);
    expect((await send(headerOf(signing({ nonce }, other)))).status).toBe(200);
  });

  it('is not used up by a request that was refused before the claim', async () => {
    const nonce = randomUUID();
    expectUnauthorized(await send(headerOf(signing({ nonce, signingKey: 'wrong' }))));
    const header = headerOf(signing({ nonce }));
    const limited = suite.world.appWith({ limits: refusingLimits });
    expect((await send(header, { app: limited })).status).toBe(429);
    expect((await send(header)).status).toBe(200);
  });

  it('is remembered for 605 s', async () => {
    const claimed: (string | number)[] = [];
    const nonces: HttpDeps['nonces'] = { claim: async (...claim) => claimed.push(...claim) > 0 };
    const nonce = randomUUID();
    await send(headerOf(signing({ nonce })), { app: suite.world.appWith({ nonces }) });
    expect(claimed).toEqual([suite.partner.partnerId, nonce, 605]);
  });

  it('is refused with 503 when it cannot be claimed', async () => {
    const nonces: HttpDeps['nonces'] = { claim: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:6379')) };
    const answer = await send(headerOf(signing()), { app: suite.world.appWith({ nonces }) });
    expectProblem(answer, 503, 'SERVICE_UNAVAILABLE');
    expect(answer.text).not.toContain('10.0.0.7');
  });
});

describe('the partner of a signature', () => {
  it('is checked for standing and allowlist only after a valid signature', async () => {
    const other = await suite.world.partner();
    const allow = (list: string) =>
      suite.world.pool.query('UPDATE lastro.partners SET ip_allowlist = $2 WHERE partner_id = $1', [
        other.partnerId,
        list,
      ]);
    await allow('["10.0.0.0/8"]');
    const header = headerOf(signing({}, other));
    expectProblem(await send(header), 403, 'IP_NOT_ALLOWED');
    expectUnauthorized(await send(headerOf(signing({ signingKey: 'wrong' }, other))));
    await allow('[]');
    expect((await send(header)).status).toBe(200);
    for (const change of ['SuspendPartner', 'RevokePartner'] as const) {
      const { partnerId } = other;
      const context = { ...systemContext('test', suite.world.deps.ids.uuid(), 'test'), partnerId };
      await suite.world.service.changePartnerStanding({ partnerId, change, reason: 'test' }, context);
      await suite.world.project();
      expectProblem(await send(headerOf(signing({}, other))), 403, 'PARTNER_INACTIVE');
      expectUnauthorized(await send(headerOf(signing({ signingKey: 'wrong' }, other))));
    }
  });

  it('costs the same work when the partner does not exist', async () => {
    const { signers } = suite.world.deps.credentials;
    const known = await signers(suite.partner.partnerId);
    const unknown = await signers(randomUUID());
    expect(unknown.map(({ signingKey, holder }) => [signingKey.length, holder])).toEqual([
      [64, null],
      [64, null],
    ]);
    expect(known.map(({ holder }) => holder?.mode ?? null)).toEqual([null, 'sandbox']);
  });
});
