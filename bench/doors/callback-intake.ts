import { readSecrets } from '../../src/bin/stores';
import type { Bench, Figure } from '../figures';
import type { CallbackBaselineSettings } from '../sides/callback-baseline';
import type { CallbackLoadSettings } from '../sides/callback-load';
import type { Window } from '../sides/shared/closed-loop';
import { alternate } from '../support/alternate';
import { startService } from '../support/service';
import { startSide } from '../support/side';
import { onSite } from '../support/site';

const CLIENTS = 64;

/** Signed callbacks that the whole service stores, against a minimal server that verifies one and commits a row. */
export const benchCallbackIntake = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const service = await startService(site);
    const [secret] = readSecrets(service.config).sandboxCallbacks;
    const settings: CallbackBaselineSettings = { databaseUrl: service.databaseUrl, secret };
    const server = await startSide<object, string>(site, 'callback-baseline', settings);
    const clientsOf = (url: string) => {
      const loading: CallbackLoadSettings = { url, secret, clients: CLIENTS };
      return startSide<Window, number>(site, 'callback-load', loading);
    };
    const measured = await clientsOf(service.url);
    const baseline = await clientsOf(await server.ask({}));
    const { warmMs, windowMs } = bench.scale;
    const window: Window = { warmMs, windowMs };
    const figure = await alternate(bench, {
      ...{ name: 'callback-intake', unit: 'callbacks/s' },
      measured: () => measured.ask(window),
      baseline: () => baseline.ask(window),
    });
    return [figure];
  });
