import { BR_CODE, COIN } from '../seeds/quotes';
import type { CoinTransfer } from './paid-chain';
import type { BenchPartner } from './partner';
import type { BenchService } from './service';
import type { World } from './world';

const AT_A_TIME = 16;

interface Asked {
  readonly token: string;
  readonly body: object;
  readonly method?: string;
}

type Data = Readonly<Record<string, string>>;

const ask = async ({ url }: BenchService, path: string, { token, body, method = 'POST' }: Asked): Promise<Data> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { readonly data: Data }).data;
};

const openIntent = async (service: BenchService, token: string, quoteId: string): Promise<CoinTransfer> => {
  const intent = await ask(service, '/cashout/intent', { token, body: { quoteId } });
  return { wei: BigInt(intent['amountBaseUnits'] ?? ''), memo: intent['memo'] ?? '' };
};

/** Opens intents of the world's quotes, which nobody could pay out; answers the transfers that pay them. */
export const openIntents = async (world: World, count: number): Promise<readonly CoinTransfer[]> => {
  const orders = [...(await world.issueQuotes(count))];
  const transfers: CoinTransfer[] = [];
  const work = async (): Promise<void> => {
    for (let order = orders.pop(); order !== undefined; order = orders.pop())
      transfers.push(await openIntent(world.service, world.tokens[order.user] ?? '', order.quoteId));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  await world.untilProjected();
  return transfers;
};

/** One that is paid out when it is paid, of a user of its own. */
export const openPayableIntent = async (
  service: BenchService,
  { apiKey: token }: BenchPartner,
  externalUserId: string,
): Promise<CoinTransfer> => {
  const { userId = '' } = await ask(service, '/users', { token, body: { externalUserId } });
  await ask(service, `/users/${userId}/kyc`, { token, method: 'PATCH', body: { kycStatus: 'APPROVED' } });
  const user = await ask(service, '/auth/token', { token, body: { uid: userId } });
  const body = { assetId: COIN.assetId, invoiceCode: BR_CODE };
  const quote = await ask(service, '/cashout/quote', { token: user['token'] ?? '', body });
  return openIntent(service, user['token'] ?? '', quote['quoteId'] ?? '');
};
