/** An `eth_call` charged to the caller's rate limit; answers the whole result as hex. Rejects when no node answers. */
export type CallContract = (networkName: string, to: string, data: string, caller: string) => Promise<string>;
