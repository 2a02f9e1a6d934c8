import type { CoinTransfer } from './paid-chain';
import type { World } from './world';

const AT_A_TIME = 16;

/** Opens intents over HTTP; answers the transfers that pay them. */
export const openIntents = async (world: World, count: number): Promise<readonly CoinTransfer[]> => {
  const orders = [...(await world.issueQuotes(count))];
  const transfers: CoinTransfer[] = [];
  const work = async (): Promise<void> => {
    for (let order = orders.pop(); order !== undefined; order = orders.pop()) {
      transfers.push(await openIntent(world, order.quoteId, world.tokens[order.user] ?? ''));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  await world.untilProjected();
  return transfers;
};

const openIntent = async ({ service }: World, quoteId: string, token: string): Promise<CoinTransfer> => {
  const response = await fetch(`${service.url}/api/v1/cashout/intent`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ quoteId }),
  });
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  const { data } = (await response.json()) as {
    readonly data: { readonly memo: string; readonly amountBaseUnits: string };
  };
  return { wei: BigInt(data.amountBaseUnits), memo: data.memo };
};
