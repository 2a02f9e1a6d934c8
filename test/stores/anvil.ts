import { type EvmTransfer, transferInstruction } from '../../infra/chains/evm/protocol/instruction';
import { DEMO_TOKEN } from '../../infra/chains/local/demo-token';
import { type LocalChainOptions, startLocalChain } from '../../infra/chains/local/local-chain';
import { type LocalWallet, type MinedTransaction, openLocalWallet } from '../../infra/chains/local/local-wallet';

/** A logger for tests: nobody reads it. */
export const silent = { info: () => undefined, warn: () => undefined };

/** A plain account that no local chain has ever heard of. */
export const RECEIVER = '0x00000000000000000000000000000000c0ffee01';

export interface NativePayment {
  readonly to: string;
  /** Wei. */
  readonly value: bigint;
  readonly memo: string;
  /** Which of the rich accounts pays; 0 when absent. */
  readonly from?: number;
}

export interface TokenPayment extends NativePayment {
  readonly token: string;
}

export interface Anvil {
  readonly url: string;
  readonly chainId: number;
  readonly rpc: (method: string, parameters?: readonly unknown[]) => Promise<unknown>;
  readonly wallet: (index: number) => LocalWallet;
  /** A plain ERC-20 of six decimals, or any other bytecode, deployed by account 0. */
  readonly deployToken: (bytecode?: string) => Promise<string>;
  readonly sendNative: (payment: NativePayment) => Promise<MinedTransaction>;
  /** `value` in the token's smallest unit. */
  readonly sendToken: (payment: TokenPayment) => Promise<MinedTransaction>;
  /** A signed transaction as `0x` hex; resolves when it is in a block. */
  readonly sendRaw: (raw: string) => Promise<MinedTransaction>;
  /** Sent transactions are in earlier blocks, unless transactions wait for blocks here. */
  readonly mine: (blocks: number) => Promise<void>;
  /** Replaces the newest `depth` blocks by empty ones; what was in them, or was sent before, is forgotten. */
  readonly reorg: (depth: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const jsonRpc =
  (url: string): Anvil['rpc'] =>
  async (method, parameters = []) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: parameters });
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const answer = (await response.json()) as { result?: unknown; error?: { message: string } };
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  };

/**
 * The node answers a sender before it mines the block: without this, what was sent would still be in the pool when the
 * blocks before it are replaced, or when those after it are mined.
 */
const minedPool = async (rpc: Anvil['rpc']): Promise<void> => {
  if ((await rpc('anvil_getAutomine')) !== true) return;
  const { pending } = (await rpc('txpool_status')) as { readonly pending: string };
  if (BigInt(pending) > 0n) await minedPool(rpc);
};

/** A local chain for tests: a block per transaction unless asked otherwise, final two blocks below the newest. */
export const anvil = async (options: Partial<LocalChainOptions> = {}): Promise<Anvil> => {
  const chain = await startLocalChain({ blockTimeSeconds: null, slotsInAnEpoch: 1, logger: silent, ...options });
  const { url, chainId, stop } = chain;
  const wallet = (index: number): LocalWallet => openLocalWallet(url, chainId, index);
  const rpc = jsonRpc(url);
  const network: EvmTransfer['network'] = { name: 'local', family: 'evm', chainId };
  const pay = ({ to, value, memo, from = 0 }: NativePayment, contract: string | null): Promise<MinedTransaction> => {
    const transfer = { network, asset: { contract }, amountBaseUnits: value, receiver: to, memo };
    return wallet(from).send(transferInstruction(transfer));
  };
  return {
    url,
    chainId,
    rpc,
    wallet,
    stop,
    deployToken: (bytecode = DEMO_TOKEN.bytecode) => wallet(0).deploy(bytecode),
    sendNative: (payment) => pay(payment, null),
    sendToken: (payment) => pay(payment, payment.token),
    sendRaw: (raw) => wallet(0).broadcast(raw),
    mine: async (blocks) => {
      await minedPool(rpc);
      await rpc('anvil_mine', [`0x${blocks.toString(16)}`]);
    },
    reorg: async (depth) => {
      await minedPool(rpc);
      await rpc('anvil_reorg', [depth, []]);
    },
  };
};
