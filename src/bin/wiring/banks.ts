import type { Logger } from 'pino';
import type { CallbackSource } from '../../../commands/ports/providers/callback-source';
import type { PayoutProvider } from '../../../commands/ports/providers/payout-provider';
import { systemClock } from '../../../infra/clock';
import type { Reads } from '../../../infra/providers/http/reads';
import { createKeyList, wooviSource } from '../../../infra/providers/woovi/callbacks';
import type { WooviOptions } from '../../../infra/providers/woovi/client';
import type { LookUpStores } from '../../../infra/providers/woovi/look-ups';
import { createWooviPayouts, WOOVI_URL } from '../../../infra/providers/woovi/payouts';
import type { Config } from '../../config';
import type { ProviderEntry } from './prices/providers-file';

export interface BanksGiven {
  readonly config: Pick<Config, 'secretOf'>;
  readonly providers: readonly ProviderEntry[];
  readonly reads: Reads;
  readonly logger: Pick<Logger, 'debug'>;
}

export interface Bank {
  readonly entry: ProviderEntry;
  readonly options: WooviOptions;
}

const secretOf = ({ config }: BanksGiven, { name, secrets }: ProviderEntry): string => {
  const variable = secrets?.appId ?? '';
  const secret = config.secretOf(variable);
  if (secret === undefined || secret === '') throw new Error(`PROVIDERS_FILE: ${name}: ${variable} is not set`);
  return secret;
};

/** Banks of the file. Throws an operator's message where a secret is missing. */
export const banksIn = (given: BanksGiven): readonly Bank[] =>
  given.providers
    .filter(({ adapter }) => adapter === 'woovi')
    .map((entry) => ({
      entry,
      options: {
        ...{ name: entry.name, url: entry.url ?? WOOVI_URL, appId: secretOf(given, entry), reads: given.reads },
        clock: systemClock,
        onExchange: (note) => given.logger.debug(note, 'a provider was asked'),
      },
    }));

export const bankPayouts = (banks: readonly Bank[], stores: LookUpStores): readonly PayoutProvider[] =>
  banks.map(({ entry, options }) => {
    const payouts = createWooviPayouts({ ...options, ...stores });
    return { ...payouts, kinds: entry.kinds ?? payouts.kinds };
  });

/** Asks for the keys of each bank's callbacks at once. */
export const bankSources = (banks: readonly Bank[]): readonly CallbackSource[] =>
  banks.map(({ options }) => {
    const list = createKeyList(options);
    void list.refresh();
    return wooviSource(options.name, list);
  });
