import type { Logger } from 'pino';
import { systemClock } from '../../../../infra/clock';
import type { ClientOptions } from '../../../../infra/providers/http/client';
import type { Reads } from '../../../../infra/providers/http/reads';
import type { Config } from '../../../config';
import type { ProviderEntry } from '../prices/providers-file';

export interface ProvidersGiven {
  readonly config: Pick<Config, 'secretOf'>;
  readonly providers: readonly ProviderEntry[];
  readonly reads: Reads;
  readonly logger: Pick<Logger, 'debug'>;
}

export type SecretOf = (name: string) => string;

/** Throws an operator's message where a secret is missing. */
export const secretsOf =
  ({ config }: Pick<ProvidersGiven, 'config'>, { name, secrets }: ProviderEntry): SecretOf =>
  (secretName) => {
    const variable = secrets?.[secretName] ?? '';
    const secret = config.secretOf(variable);
    if (secret === undefined || secret === '') throw new Error(`PROVIDERS_FILE: ${name}: ${variable} is not set`);
    return secret;
  };

export const clientOptionsOf = (
  { reads, logger }: Pick<ProvidersGiven, 'reads' | 'logger'>,
  { name }: ProviderEntry,
): Omit<ClientOptions, 'headers' | 'url'> => ({
  ...{ name, reads, clock: systemClock },
  onExchange: (note) => logger.debug(note, 'a provider was asked'),
});
