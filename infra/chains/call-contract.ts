/** Asks a contract on the network of the wallet, at the caller's cost; the whole answer as hex. Rejects when no node answers. */
export type CallContract = (networkName: string, to: string, data: string, caller: string) => Promise<string>;
