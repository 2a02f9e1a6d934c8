import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { AddressPolicy } from './address-guard';
import type { ResolveHost } from './host-resolver';

export interface GuardedDispatcherOptions {
  readonly policy: AddressPolicy;
  readonly resolveHost: ResolveHost;
  readonly connectTimeoutMs: number;
  /** Additional PEM certificate authorities, for tests. */
  readonly certificateAuthorities?: readonly string[];
}

/** All addresses of a name are checked, but at most this many are tried. */
const MAXIMUM_ADDRESSES_TRIED = 4;

/** Below receivers' usual idle timeout, so that no connection about to close is reused. */
const IDLE_CONNECTION_MS = 1_000;

/** Forces a busy name to be resolved and checked again now and then. */
const REQUESTS_PER_CONNECTION = 100;

/** Connects to exactly the checked addresses, with the name's SNI and certificate. No redirects, no proxies. */
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
  // Sockets do not look literals up, so they are checked here.
  const addresses = isIP(host) === 0 ? await resolveHost(host) : [host];
  if (addresses.length === 0) throw new Error(`blocked: ${host} has no address`);
  // Partners read this; naming the address would reveal our network.
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

/** Answers every look-up with addresses that are already checked. */
export const pinnedTo = (addresses: readonly string[]): LookupFunction => {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first] = answers;
  return (_hostname, options, callback) => {
    if (options.all === true) callback(null, answers);
    else callback(null, first?.address ?? '', first?.family);
  };
};
