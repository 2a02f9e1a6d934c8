import { API_KEY, type Ask, asking, type Door } from './requests';

/** A partner's API key. Keys of both modes look alike: the author says that it is of the sandbox, and the service is asked. */
export interface SandboxCredential {
  readonly mode: 'sandbox';
  readonly apiKey: string;
}

interface Catalog {
  readonly networks?: readonly { readonly name: string; readonly family: string; readonly mode: string }[];
  readonly assets?: readonly { readonly assetId: number; readonly network: string; readonly cashOut: boolean }[];
}

const THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The mode may be another one in JavaScript. */
const mustBeCredential = ({ mode, apiKey }: Record<'mode' | 'apiKey', string>, place: number): void => {
  const name = `The credential of partner ${place + 1} is refused`;
  if (mode !== 'sandbox') throw new Error(`${name}: its mode is ${mode}, not sandbox`);
  if (!API_KEY.test(apiKey)) throw new Error(`${name}: it is no API key of a partner`);
};

const mustBePlace = (baseUrl: string): void => {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  const isBare =
    url !== null && `${url.username}${url.password}${url.search}${url.hash}` === '' && url.pathname === '/';
  if (!isBare) throw new Error(`${baseUrl} is refused: a base URL is a scheme and a host alone`);
  const mayAsk = url.protocol === 'https:' || (url.protocol === 'http:' && THIS_MACHINE.test(url.hostname));
  if (!mayAsk) throw new Error(`${baseUrl} is refused: only this machine is asked without https`);
};

/** The assets of the simulated network, with which a cash-out is paid. */
const assetIdsIn = ({ networks = [], assets = [] }: Catalog, baseUrl: string): readonly number[] => {
  const live = networks.find(({ mode }) => mode !== 'sandbox');
  if (live !== undefined) throw new Error(`${baseUrl} is no sandbox: ${live.name} takes live payments there`);
  const simulated = networks.filter(({ family }) => family === 'simulated').map(({ name }) => name);
  const ids = assets.filter(({ network, cashOut }) => cashOut && simulated.includes(network));
  if (ids.length === 0) throw new Error(`${baseUrl} is no sandbox: it names no simulated network`);
  return ids.map(({ assetId }) => assetId);
};

/**
 * The sandbox's routes do not exist for a live credential; without its fields such a route refuses and does nothing.
 */
const mustBeOfSandbox = async (ask: Ask, { apiKey }: SandboxCredential, place: number): Promise<void> => {
  const asked = { path: '/api/v1/sandbox/deposits', body: {}, credential: apiKey };
  const { status } = await ask(asked);
  if (status === 400) return;
  const reason = status === 404 ? 'it is a live one' : `the service answers ${status}`;
  throw new Error(`The credential of partner ${place + 1} is refused: ${reason}`);
};

export type TwoPartners = readonly [SandboxCredential, SandboxCredential];

/** Resolves to the ids of the assets to pay with. Rejects before any request that changes something. */
export const openSandbox = async (door: Door, credentials: TwoPartners): Promise<readonly number[]> => {
  credentials.forEach(mustBeCredential);
  if (credentials[0].apiKey === credentials[1].apiKey)
    throw new Error('Two partners are needed: the keys are the same');
  mustBePlace(door.baseUrl);
  const { ask } = asking(door);
  const { data } = await ask<Catalog>({ path: '/gateway-config-latest.json' });
  const assetIds = assetIdsIn(data, door.baseUrl);
  for (const [place, credential] of credentials.entries()) await mustBeOfSandbox(ask, credential, place);
  return assetIds;
};
