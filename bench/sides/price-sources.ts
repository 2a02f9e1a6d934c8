import { keepPricesMoving, openExchanges } from '../../test/providers/exchanges';
import { serve } from './shared/serve';

export interface PriceSourcesSettings {
  /** From a request to its answer. */
  readonly latencyMs: number;
}

const MOVE_EVERY_MS = 500;

/** The three exchanges and PTAX on loopback, with prices that move. Answers the URL. */
serve(async ({ latencyMs }: PriceSourcesSettings) => {
  const exchanges = await openExchanges(latencyMs);
  const stopMoving = keepPricesMoving(exchanges, MOVE_EVERY_MS);
  const close = async (): Promise<void> => {
    stopMoving();
    await exchanges.close();
  };
  return { answer: async () => exchanges.url, close };
});
