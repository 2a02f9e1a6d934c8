import { Resolver } from 'node:dns/promises';
import { inTime } from '../timing/time-limit';

/** All addresses of a name, IPv4 first; rejects when there are none or the answer takes too long. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

export interface HostResolverOptions {
  readonly timeoutMs: number;
  /** `address:port` of the name servers; default: those of the system. */
  readonly servers?: readonly string[];
}

/**
 * Asks the name servers directly. The system's own look-up runs in a pool of four threads that cannot be interrupted:
 * a few destinations whose name servers never answer would hold up every other partner's. It also reads /etc/hosts,
 * where a public name may stand for a private address.
 */
export const createHostResolver =
  ({ timeoutMs, servers }: HostResolverOptions): ResolveHost =>
  async (hostname) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
    if (servers !== undefined) resolver.setServers(servers);
    const asked = askBothFamilies(resolver, hostname);
    return inTime(timeoutMs, asked, () => {
      resolver.cancel();
      return asked;
    });
  };

const askBothFamilies = async (resolver: Resolver, hostname: string): Promise<readonly string[]> => {
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const causes = answers.map((answer) => (answer.status === 'rejected' ? codeOf(answer.reason) : 'no address'));
  throw new Error(`${hostname} does not resolve (${causes.join(', ')})`);
};

const codeOf = (error: unknown): string => (error as { readonly code?: string }).code ?? String(error);
