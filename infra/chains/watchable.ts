import type { ChainFamily } from '../../aggregates/chain';
import type { Asset } from '../../commands/ports/catalog';
import type { NetworkSettings } from '../catalog/networks';

/** The URL schemes that the reader of each family takes; a family without a reader is not here. */
const SCHEMES: Partial<Readonly<Record<ChainFamily, readonly string[]>>> = { evm: ['http:', 'https:'] };

/**
 * Why nobody would see a payment on this network, with the key of its entry that is at fault; null when somebody
 * would. URLs are not repeated: they may hold keys.
 */
export const objectionToWatching = (
  { name, family, rpcUrls, watchNative }: Pick<NetworkSettings, 'name' | 'family' | 'rpcUrls' | 'watchNative'>,
  assets: readonly Pick<Asset, 'network'>[],
): string | null => {
  const schemes = SCHEMES[family];
  if (schemes === undefined) return `family: the ${family} family is not supported in this version`;
  const refused = rpcUrls.findIndex((url) => !schemes.includes(new URL(url).protocol));
  if (refused >= 0)
    return `rpcUrls[${refused}]: its scheme is not one of ${schemes.map((scheme) => `${scheme}//`).join(', ')}`;
  const isOffered = watchNative || assets.some(({ network }) => network === name);
  return isOffered
    ? null
    : `name: the catalog offers no asset on ${name}; watchNative reads it for its coin all the same`;
};
