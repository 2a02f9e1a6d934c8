import { systemClock } from '../../infra/clock';
import { openWoovi } from '../../test/providers/woovi';
import { serve } from './shared/serve';

export interface WooviBank {
  readonly url: string;
  readonly appId: string;
}

/** Woovi on loopback, which settles each order at once. */
serve(async () => {
  const woovi = await openWoovi(systemClock);
  woovi.books.settleMs = 0;
  return { answer: async (): Promise<WooviBank> => ({ url: woovi.url, appId: woovi.appId }), close: woovi.close };
});
