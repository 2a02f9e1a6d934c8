import { z } from 'zod';
import { readJsonFile, refuseFile } from '../../../../infra/catalog/json-file';
import { repeated } from '../../../../infra/catalog/networks';
import { PRICE_SOURCE_NAMES, type PriceSourceName } from '../../../../infra/prices/sources/sources';

/** Providers that this version knows. A new adapter is a name here. */
const ADAPTERS = [...PRICE_SOURCE_NAMES, 'brasil-api'] as const;

const URL_FORM = /^https?:\/\/[^?#@\s]+$/;

const entryShape = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 of a-z, 0-9 and -'),
  adapter: z.enum(ADAPTERS),
  /** Absent: the provider's own address. */
  url: z.string().max(500).regex(URL_FORM, 'must be an http or https URL without user, query and fragment').optional(),
});

const fileShape = z.strictObject({ providers: z.array(entryShape).max(50) });

export interface ProviderEntry {
  readonly name: string;
  readonly adapter: PriceSourceName | 'brasil-api';
  readonly url: string | null;
}

/** Reads PROVIDERS_FILE. Throws an operator's message that names the file, the entry and the key. */
export const readProvidersFile = (path: string, isProduction: boolean): readonly ProviderEntry[] => {
  const file = { variable: 'PROVIDERS_FILE', path };
  const entries = readJsonFile(file, fileShape).providers;
  const twice = repeated(entries.map(({ name }) => name)) ?? repeated(entries.map(({ adapter }) => adapter));
  if (twice !== null) throw refuseFile(file, `${twice} is there twice`);
  const clear = entries.find(({ url }) => isProduction && url?.startsWith('http:') === true);
  if (clear !== undefined) throw refuseFile(file, `${clear.name}: url: must be https in production`);
  return entries.map(({ name, adapter, url }) => ({ name, adapter, url: url?.replace(/\/$/, '') ?? null }));
};
