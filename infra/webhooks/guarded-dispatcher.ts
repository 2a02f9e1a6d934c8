import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { AddressPolicy } from './address-guard';
import type { ResolveHost } from './host-resolver';

export interface GuardedDispatcherOptions {
  readonly policy: AddressPolicy;
  readonly resolveHost: ResolveHost;
  readonly connectTimeoutMs: number;
  /** PEM of further certificate authorities; for tests. */
  readonly certificateAuthorities?: readonly string[];
}

/** A name may have many addresses, and all are checked; this many are tried. */
const MAXIMUM_ADDRESSES_TRIED = 4;

/** Shorter than what receivers commonly wait: a connection that they are about to close is not used again. */
const IDLE_CONNECTION_MS = 1_000;

/** After so many requests a connection is made anew, so that a busy name is still resolved and judged now and then. */
const REQUESTS_PER_CONNECTION = 100;

/**
 * A dispatcher that dials public unicast addresses only. Every connection is made to the very addresses that were
 * checked for it, while SNI and certificate are those of the name; what is sent soon after goes over it too, one request
 * at a time. It follows no redirect and knows no proxy.
 */
export const createGuardedDispatcher = (options: GuardedDispatcherOptions): Agent =>
  new Agent({
    connect: guardedConnector(options),
    pipelining: 1,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: IDLE_CONNECTION_MS,
    keepAliveTimeoutThreshold: 0,
    maxRequestsPerClient: REQUESTS_PER_CONNECTION,
  });

const guardedConnector =
  (guard: GuardedDispatcherOptions): buildConnector.connector =>
  (target, callback) => {
    addressesToDial(target, guard)
      .then((addresses) => {
        connectorTo(addresses, guard)(target, callback);
      })
      .catch((error: unknown) => {
        callback(error as Error, null);
      });
  };

const addressesToDial = async (
  { hostname, protocol, port }: buildConnector.Options,
  { policy, resolveHost }: GuardedDispatcherOptions,
): Promise<readonly string[]> => {
  const host = hostname.replace(/^\[|\]$/g, '');
  // The look-up function of a socket is not called for a literal, hence the check before anything is dialled.
  const addresses = isIP(host) === 0 ? await resolveHost(host) : [host];
  if (addresses.length === 0) throw new Error(`blocked: ${host} has no address`);
  // Its partner reads this: which address it is would tell how the network is laid out in which we stand.
  if (!addresses.every(policy.isDialable))
    throw new Error(`blocked: ${host} resolves to an address that is not public`);
  const isStandard = protocol === 'https:' && (port === '' || port === '443');
  if (!isStandard && !addresses.every(policy.isAllowListed)) throw new Error('blocked: https on port 443 only');
  return addresses.slice(0, MAXIMUM_ADDRESSES_TRIED);
};

const connectorTo = (addresses: readonly string[], guard: GuardedDispatcherOptions): buildConnector.connector =>
  buildConnector({
    lookup: pinnedTo(addresses),
    timeout: guard.connectTimeoutMs,
    maxCachedSessions: 0,
    ...(guard.certificateAuthorities === undefined ? {} : { ca: [...guard.certificateAuthorities] }),
  });

const pinnedTo = (addresses: readonly string[]): LookupFunction => {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first] = answers;
  return (_hostname, options, callback) => {
    if (options.all === true) callback(null, answers);
    else callback(null, first?.address ?? '', first?.family);
  };
};
