import { Resolver } from 'node:dns/promises';
import { inTime } from '../../../packages/event-store/timing/time-limit';

/** All addresses, IPv4 first; rejects when there is none, or on timeout. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

export interface HostResolverOptions {
  readonly timeoutMs: number;
  /** `address:port`; default: the system's name servers. */
  readonly servers?: readonly string[];
}

/** The system's look-up uses four threads, which silent name servers would block, and reads /etc/hosts. */
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
