import { BR_CODE, COIN } from '../seeds/quotes';
import type { CoinTransfer } from './paid-chain';
import { type BenchPartner, post } from './partner';
import type { BenchService } from './service';
import type { World } from './world';

const AT_A_TIME = 16;

interface Intent {
  readonly amountBaseUnits: string;
  readonly memo: string;
}

const openIntent = async ({ url }: BenchService, token: string, quoteId: string): Promise<CoinTransfer> => {
  const intent = await post<Intent>(`${url}/api/v1/cashout/intent`, token, { quoteId });
  return { wei: BigInt(intent.amountBaseUnits), memo: intent.memo };
};

/** Opens intents of the world's quotes, which no provider could pay out; answers the transfers that pay them. */
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

/** Opens an intent of a new user that is paid out once it is paid. */
export const openPayableIntent = async (
  service: BenchService,
  { apiKey }: BenchPartner,
  externalUserId: string,
): Promise<CoinTransfer> => {
  const at = (path: string): string => `${service.url}/api/v1${path}`;
  const { userId } = await post<{ userId: string }>(at('/users'), apiKey, { externalUserId });
  await post(at(`/users/${userId}/kyc`), apiKey, { kycStatus: 'APPROVED' }, 'PATCH');
  const { token } = await post<{ token: string }>(at('/auth/token'), apiKey, { uid: userId });
  const asked = { assetId: COIN.assetId, invoiceCode: BR_CODE };
  const { quoteId } = await post<{ quoteId: string }>(at('/cashout/quote'), token, asked);
  return openIntent(service, token, quoteId);
};
