import path from 'node:path';

export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** What an EVENTSTORE_URL says, read as the official client reads it. */
export interface StoreAddress {
  readonly hosts: readonly [Endpoint, ...Endpoint[]];
  /** `esdb+discover://`: the client asks the first host only. */
  readonly discovers: boolean;
  readonly tls: boolean;
  /** Absolute. */
  readonly authorityFile: string | null;
  readonly user: string | null;
  readonly password: string | null;
}

const DEFAULT_PORT = 2113;
const PARTS = /^esdb(\+discover)?:\/\/(?:([^:]+):([^@]+)@)?([^/?]+)\/?(?:\?(.*))?$/;

/** As the client reads names: case, _ and - do not count. */
const flat = (name: string): string => name.trim().toLowerCase().replaceAll(/[_-]/g, '');

const endpointOf = (text: string): Endpoint => {
  const [address = '', port] = text.trim().split(':');
  return { address, port: port === undefined ? DEFAULT_PORT : Number(port) };
};

const optionsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split('&').map((option) => {
      const [name = '', value = ''] = option.split('=', 2);
      return [flat(name), value.trim()];
    }),
  );

const decoded = (text: string | undefined): string | null => (text === undefined ? null : decodeURIComponent(text));

/** Of a URL that was found right when the configuration was read. */
export const addressOf = (url: string): StoreAddress => {
  const [, discover, user, password, hosts = '', rest = ''] = PARTS.exec(url.trim().replace(/\/+$/, '')) ?? [];
  const [first, ...others] = hosts.split(',').map(endpointOf);
  if (first === undefined || first.address === '') throw new Error('EVENTSTORE_URL names no host');
  const options = optionsOf(rest);
  const authority = options.get('tlscafile');
  return {
    hosts: [first, ...others],
    discovers: discover !== undefined,
    tls: options.get('tls') !== 'false',
    authorityFile: authority === undefined ? null : path.resolve(decodeURIComponent(authority)),
    user: decoded(user),
    password: decoded(password),
  };
};

export const nameOf = ({ address, port }: Endpoint): string => `${address}:${port}`;

/** All hosts of it, without user and password: what an operator may be told, and rows may keep. */
export const namesIn = (url: string): string => addressOf(url).hosts.map(nameOf).join(',');
