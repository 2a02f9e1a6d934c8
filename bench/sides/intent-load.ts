import type { Order } from '../seeds/order';
import { createPoster, type IntentTarget } from './intent-requests';
import { type ClosedLoop, closedLoop } from './shared/closed-loop';
import { serve } from './shared/serve';

export interface IntentLoad extends Omit<ClosedLoop, 'workers'> {
  readonly orders: readonly Order[];
  /** The baseline does not mind an order that comes again; the service does. */
  readonly again: boolean;
}

export interface LoadResult {
  readonly perSecond: number;
  /** How many orders were sent. */
  readonly used: number;
  /** How many of them were answered with 503. */
  readonly refused: number;
}

/** Clients that each send one request after the other. */
serve(async (target: IntentTarget) => {
  const { post, close } = createPoster(target);
  const answer = async ({ warmMs, windowMs, orders, again }: IntentLoad): Promise<LoadResult> => {
    let used = 0;
    let refused = 0;
    const perSecond = await closedLoop({ workers: target.connections, warmMs, windowMs }, async () => {
      const order = orders[again ? used % orders.length : used];
      if (order === undefined) throw new Error(`${orders.length} quotes were too few for the window`);
      used += 1;
      const isCreated = await post(order);
      if (!isCreated) refused += 1;
      return isCreated;
    });
    return { perSecond, used, refused };
  };
  return { answer, close };
});
