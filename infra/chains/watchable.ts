import type { Asset } from '../../commands/ports/chains/catalog';
import { FAMILIES } from './families';
import type { Objection } from './family';
import type { NetworkSettings } from './network-settings';

/** The reason why payments on this network would go unseen, or null. URLs may hold keys and are not repeated. */
export const objectionToWatching = (
  { name, family, rpcUrls, watchNative }: Pick<NetworkSettings, 'name' | 'family' | 'rpcUrls' | 'watchNative'>,
  assets: readonly Pick<Asset, 'network'>[],
): Objection | null => {
  const { watching } = FAMILIES[family];
  if (watching === null) return { key: 'family', detail: `the ${family} family is not supported in this version` };
  const { urlSchemes } = watching;
  const refused = rpcUrls.findIndex((url) => !urlSchemes.includes(new URL(url).protocol));
  if (refused >= 0) {
    const known = urlSchemes.map((scheme) => `${scheme}//`).join(', ');
    return { key: `rpcUrls[${refused}]`, detail: `its scheme is not one of ${known}` };
  }
  if (watchNative || assets.some(({ network }) => network === name)) return null;
  return {
    key: 'name',
    detail: `the catalog offers no asset on ${name}; watchNative reads it for its coin all the same`,
  };
};
