import type { SignedOrder, SignedOrders } from '../../commands/ports/chains/signed-orders';

export interface AbandonedOrder {
  readonly order: SignedOrder;
  readonly happened: string | null;
}

export interface NotedOrders extends SignedOrders {
  /** In the order of their abandonment, unsigned orders included. */
  readonly abandoned: readonly AbandonedOrder[];
}

export const createNotedOrders = (): NotedOrders => {
  const abandoned: AbandonedOrder[] = [];
  return { abandoned, abandon: async (order, happened) => void abandoned.push({ order, happened }) };
};
