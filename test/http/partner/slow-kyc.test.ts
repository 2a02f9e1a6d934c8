import request from 'supertest';
import type { KycProvider } from '../../../commands/ports/kyc/kyc-provider';
import { kycProvidersOf } from '../../../infra/providers/kyc-providers';
import { rest } from '../../../infra/timing/rest';
import { kycCommands } from '../../../src/kyc-commands';
import { createWorld, type HttpWorld } from '../world';

let world: HttpWorld;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const BASE = '/api/v1/users/kyc/sessions';
const person = (externalUserId: string) => ({
  ...{ externalUserId, documentNumber: '404.428.201-35', fullName: 'Ana Souza', birthDate: '1990-02-28' },
  ...{ motherName: 'Maria Souza', email: 'ana@exemplo.com', isPoliticallyExposedPerson: false },
});

/** The provider opens the session at once, and says so only later. */
const sayingSoAfter = (ms: number) => {
  const provider = world.ports.kycProviders.choose('sandbox', 'PF')!;
  const slow: KycProvider = {
    ...provider,
    start: async (context, asked) => {
      const answer = await provider.start(context, asked);
      await rest(ms, new AbortController().signal);
      return answer;
    },
  };
  const kycProviders = kycProvidersOf([slow], world.clock);
  return world.appWith({ startKycSession: kycCommands({ ...world.ports, kycProviders }).startKycSession });
};

interface Told {
  readonly data: { readonly sessionId: string; readonly status: string; readonly webViewUrl: string | null };
}

test('a session whose provider takes its time is answered for, and not lost where that is too long', async () => {
  const { apiKey } = await world.partner();
  const by = (asking: request.Test) => asking.set('Authorization', `Bearer ${apiKey}`);
  const start = (ms: number, id: string) =>
    by(request(sayingSoAfter(ms)).post(`${BASE}/natural-person`)).send(person(id));
  const [slow, tooSlow] = await Promise.all([start(4_000, 'slow'), start(9_500, 'too-slow')]);
  expect([slow.status, tooSlow.status]).toEqual([201, 201]);
  const [told, untold] = [slow.body as Told, tooSlow.body as Told];
  expect(told.data).toMatchObject({ status: 'PENDING', webViewUrl: expect.stringMatching(/^https:/) });
  expect(untold.data).toMatchObject({ status: 'PENDING', webViewUrl: null });
  world.clock.advance(6_000);
  for (const { data } of [told, untold]) {
    const synced = await by(request(world.app).post(`${BASE}/${data.sessionId}/sync`)).send({});
    expect((synced.body as Told).data).toMatchObject({ sessionId: data.sessionId, status: 'APPROVED' });
  }
});
