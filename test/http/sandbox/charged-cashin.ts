import request from 'supertest';
import type { HttpWorld, Partner, User } from '../world';

const CUSTOMER = { name: 'Maria da Silva', taxID: '529.982.247-25', email: 'maria@exemplo.com' };

const asUser = async (
  { app }: HttpWorld,
  { token }: User,
  path: string,
  { body, scenario }: { readonly body: object; readonly scenario?: string | undefined },
): Promise<Readonly<Record<string, string>>> => {
  const headers = scenario === undefined ? {} : { 'X-Sandbox-Scenario': scenario };
  const answer = await request(app)
    .post(`/api/v1/cashin/${path}`)
    .set({ Authorization: `Bearer ${token}`, ...headers })
    .send(body);
  return (answer.body as { readonly data: Record<string, string> }).data;
};

/** The id of an intent over R$ 150.00, with its charge. */
export const openCharge = async (world: HttpWorld, user: User, scenario?: string): Promise<string> => {
  const { quoteId = '' } = await asUser(world, user, 'quote', { body: { assetId: 202, amount: 150 }, scenario });
  const { intentId = '' } = await asUser(world, user, 'intent', { body: { quoteId, customer: CUSTOMER } });
  return intentId;
};

/** As a partner asks its own surface of the sandbox. */
export const onSandbox = ({ app }: HttpWorld, { apiKey }: Pick<Partner, 'apiKey'>, path: string, body: object = {}) =>
  request(app)
    .post(`/api/v1/sandbox/${path}`)
    .set({ Authorization: `Bearer ${apiKey}` })
    .send(body);

export const eventsIn = ({ eventStore }: HttpWorld, intentId: string) => eventStore.readStream(`cashin-${intentId}`);

/** Types of the events after the intent and its charge. */
export const typesAfterCharge = async (world: HttpWorld, intentId: string): Promise<readonly string[]> =>
  (await eventsIn(world, intentId)).slice(2).map(({ type }) => type);

export const DELIVERED: readonly string[] = [
  ...['PixReceived', 'PixAccepted', 'DeliveryRequested', 'DeliverySent', 'DeliveryConfirmed', 'CashinCompleted'],
];
