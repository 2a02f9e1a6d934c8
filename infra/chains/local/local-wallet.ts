import { setTimeout as pause } from 'node:timers/promises';
import { FetchRequest, HDNodeWallet, JsonRpcProvider, Network } from 'ethers';
import { Agent } from 'undici';
import { readReceipt } from '../evm/protocol/wire';
import { boundedGetUrl } from './bounded-get-url';

/** Anvil's well-known mnemonic; worthless. */
const KNOWN_WORDS = 'test test test test test test test test test test test junk';
const REQUEST_TIMEOUT_MS = 5_000;
const RECEIPT_PAUSE_MS = 50;
const MOST_RECEIPT_ATTEMPTS = 400;
/** Skips the gas estimate, which nodes refuse for failing transactions. */
const FORCED_GAS = 1_000_000n;

export interface LocalTransaction {
  /** Null creates a contract. */
  readonly to: string | null;
  /** Wei, as `0x` hex. */
  readonly value?: string;
  readonly data?: string;
}

export interface MinedTransaction {
  readonly txid: string;
  readonly blockNumber: bigint;
  readonly succeeded: boolean;
}

export interface LocalWallet {
  readonly address: string;
  /** Answers the txid without waiting for a block. `force` also sends a transaction that will fail. */
  readonly submit: (transaction: LocalTransaction, force?: boolean) => Promise<string>;
  /** Waits at most 20 s for a block. */
  readonly send: (transaction: LocalTransaction, force?: boolean) => Promise<MinedTransaction>;
  readonly broadcast: (raw: string) => Promise<MinedTransaction>;
  /** Answers the contract's address in lower case. */
  readonly deploy: (bytecode: string) => Promise<string>;
}

const providerFor = (url: string, chainId: number): JsonRpcProvider => {
  const request = new FetchRequest(url);
  request.getUrlFunc = boundedGetUrl(new Agent({ pipelining: 0 }), REQUEST_TIMEOUT_MS);
  return new JsonRpcProvider(request, undefined, {
    staticNetwork: Network.from(chainId),
    batchStallTime: 0,
    cacheTimeout: -1,
  });
};

const minedIn = async (provider: JsonRpcProvider, txid: string): Promise<MinedTransaction> => {
  for (let attempt = 0; attempt < MOST_RECEIPT_ATTEMPTS; attempt += 1) {
    const receipt = readReceipt(await provider.send('eth_getTransactionReceipt', [txid]));
    if (receipt !== null) return { txid, blockNumber: receipt.blockNumber, succeeded: receipt.succeeded };
    await pause(RECEIPT_PAUSE_MS);
  }
  throw new Error(`The local chain mined no block with ${txid}`);
};

/** `index`: 0 to 9. */
export const openLocalWallet = (url: string, chainId: number, index: number): LocalWallet => {
  const provider = providerFor(url, chainId);
  const wallet = HDNodeWallet.fromPhrase(KNOWN_WORDS, '', `m/44'/60'/0'/0/${index}`).connect(provider);
  const submit: LocalWallet['submit'] = async ({ to, value = '0x0', data = '0x' }, force = false) => {
    const nonce = await provider.getTransactionCount(wallet.address, 'pending');
    const sent = await wallet.sendTransaction({ to, value, data, nonce, ...(force ? { gasLimit: FORCED_GAS } : {}) });
    return sent.hash;
  };
  const send: LocalWallet['send'] = async (transaction, force) => minedIn(provider, await submit(transaction, force));
  const broadcast: LocalWallet['broadcast'] = async (raw) =>
    minedIn(provider, (await provider.send('eth_sendRawTransaction', [raw])) as string);
  const deploy = async (bytecode: string): Promise<string> => {
    const txid = await submit({ to: null, data: bytecode });
    // A chain with a clock mines it a second later.
    if ((await provider.send('eth_getTransactionReceipt', [txid])) === null) await provider.send('evm_mine', []);
    await minedIn(provider, txid);
    const receipt = (await provider.send('eth_getTransactionReceipt', [txid])) as { readonly contractAddress: string };
    return receipt.contractAddress.toLowerCase();
  };
  return { address: wallet.address.toLowerCase(), submit, send, broadcast, deploy };
};
