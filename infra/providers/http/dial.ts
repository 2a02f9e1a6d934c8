import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { createAddressPolicy } from '../../webhooks/destination/address-guard';
import { pinnedTo } from '../../webhooks/destination/guarded-dispatcher';

/** Our certificate and its key, for a bank that asks for one; PEM texts. */
export interface TlsIdentity {
  readonly cert: string;
  readonly key: string;
  /** The authorities of the bank's own certificate; absent: those of Node. */
  readonly ca?: string;
}

/** Loopback and private networks: only there may the secret be sent without TLS. */
const OWN_NETWORKS = ['127.0.0.0/8', '::1/128', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];

const policy = createAddressPolicy(OWN_NETWORKS);

/** Resolves like every other name of the operator's own configuration: also from the machine's own list of hosts. */
const addressesOf = async (host: string): Promise<readonly string[]> =>
  isIP(host) === 0 ? (await lookup(host, { all: true })).map(({ address }) => address) : [host];

const checkedAddresses = async ({ hostname, protocol }: buildConnector.Options): Promise<readonly string[]> => {
  const addresses = await addressesOf(hostname.replace(/^\[|\]$/g, ''));
  const mayDial = protocol === 'https:' ? policy.isDialable : policy.isAllowListed;
  if (addresses.length > 0 && addresses.every(mayDial)) return addresses;
  throw new Error('blocked: plain http is only allowed on a private network');
};

/** Connects to exactly the addresses that were checked. An error: no request was sent. */
export const dialChecked =
  (timeoutMs: number, identity: TlsIdentity | null = null): buildConnector.connector =>
  (target, callback) => {
    checkedAddresses(target).then(
      (addresses) => buildConnector({ ...identity, lookup: pinnedTo(addresses), timeout: timeoutMs })(target, callback),
      (error: unknown) => callback(error as Error, null),
    );
  };
