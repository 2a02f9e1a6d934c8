import type { SignedOrder, SignedOrders } from '../../commands/ports/chains/signed-orders';

export interface AbandonedOrder {
  readonly order: SignedOrder;
  readonly happened: string | null;
}

export interface NotedOrders extends SignedOrders {
  /** In the order in which they were abandoned, also what was never signed. */
  readonly abandoned: readonly AbandonedOrder[];
}

export const createNotedOrders = (): NotedOrders => {
  const abandoned: AbandonedOrder[] = [];
  return { abandoned, abandon: async (order, happened) => void abandoned.push({ order, happened }) };
};
