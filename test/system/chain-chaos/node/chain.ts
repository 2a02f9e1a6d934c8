import { setTimeout as pause } from 'node:timers/promises';
import { AbiCoder, keccak256 } from 'ethers';
import { DEMO_TOKEN } from '../../../../infra/chains/local/demo-token';
import { type LocalChain, startLocalChain } from '../../../../infra/chains/local/local-chain';
import contracts from '../../../integration/fixtures/evm/contracts.json';
import { silent } from '../../../stores/anvil';
import { ask, askAll, type Fields, hex, newestOf } from './json-rpc';
import type { Profile } from './profiles';

/** An account that no local chain has ever heard of. */
export const RECEIVER = '0x00000000000000000000000000000000c0ffee01';
/** Sends dust. */
export const DUSTER = '0x00000000000000000000000000000000c0ffee02';
/** Sends what the endpoints show without its transaction. */
export const SYSTEM = '0x00000000000000000000000000000000c0ffee03';

export interface Transfer {
  readonly from: string;
  readonly to: string;
  /** Wei, as `0x` hex. */
  readonly value: string;
  readonly data: string;
}

/** A chain with tokens on it, and accounts that own plenty of everything. */
export interface ChaosChain {
  readonly url: string;
  readonly token: string;
  /** Looks like it, and is no money. */
  readonly wrongToken: string;
  readonly router: string;
  /** Answers the transaction's hash. */
  readonly send: (transfer: Transfer) => Promise<string>;
  /** By one account, in one block or in few. */
  readonly sendAll: (from: string, transfers: readonly Omit<Transfer, 'from'>[]) => Promise<readonly string[]>;
  readonly reorg: (depth: number) => Promise<void>;
  readonly newest: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

export interface ChaosChainOptions {
  readonly profile: Profile;
  readonly chainId: number;
  readonly accounts: readonly string[];
}

const GAS = hex(300_000);
const BLOCK_GAS = hex(2_000_000_000);
const PLENTY_WEI = hex(10n ** 27n);
const PLENTY_TOKENS = 10n ** 15n;
/** The first account of every local chain of this kind. */
const DEPLOYER = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const DEPLOYMENT_GAS = hex(2_000_000);
const MOST_ATTEMPTS = 20;
const RETRY_MS = 250;

/** The account that makes a payment. */
export const payerOf = (payment: number): string => `0x${(0xc4a0_5000_0000 + payment).toString(16).padStart(40, '0')}`;

/** Where DEMO_TOKEN keeps the balance of an account: the mapping in its first slot. */
const balanceSlotOf = (account: string): string =>
  keccak256(AbiCoder.defaultAbiCoder().encode(['address', 'uint256'], [account, 0]));

const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;

const fund = async (url: string, tokens: readonly string[], accounts: readonly string[]): Promise<void> => {
  const coins = accounts.map((account) => ['anvil_setBalance', [account, PLENTY_WEI]] as const);
  const balances = accounts.flatMap((account) =>
    tokens.map((token) => ['anvil_setStorageAt', [token, balanceSlotOf(account), word(PLENTY_TOKENS)]] as const),
  );
  await askAll(url, [...coins, ...balances]);
};

/** As many blocks as are not final yet, with the times that they would have had. */
const makeHistory = async (url: string, { farFinalLag, blockTimeSeconds }: Profile): Promise<void> => {
  const intervalSeconds = Math.max(1, blockTimeSeconds);
  await setClock(url, -farFinalLag * intervalSeconds);
  await ask(url, 'anvil_mine', [hex(farFinalLag), hex(intervalSeconds)]);
  await setClock(url, 0);
};

/** A reorganisation sets it back, and so it is set again. */
const setClock = (url: string, offsetSeconds: number): Promise<unknown> =>
  ask(url, 'anvil_setTime', [Math.floor(Date.now() / 1_000) + offsetSeconds]);

/** Blocks at a pace that anvil's own clock cannot keep: two a second have equal times. Answers how to stop. */
const startMining = (url: string, blockTimeSeconds: number): (() => Promise<void>) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const mine = async (): Promise<void> => {
    while (!signal.aborted) {
      await ask(url, 'evm_mine');
      await pause(blockTimeSeconds * 1_000, undefined, { signal }).catch(() => undefined);
    }
  };
  // A chain that has ended mines no more; its clients see that.
  const mining = mine().catch(() => undefined);
  return async () => {
    stopping.abort();
    await mining;
  };
};

/** Blocks come by themselves from the moment when it resolves. */
export const openChaosChain = async (options: ChaosChainOptions): Promise<ChaosChain> => {
  const { profile, chainId, accounts } = options;
  const chain = await startLocalChain({ blockTimeSeconds: null, slotsInAnEpoch: 1, chainId, logger: silent });
  try {
    return await furnish(chain, profile, accounts);
  } catch (error) {
    await chain.stop();
    throw error;
  }
};

/** While blocks are being replaced a node takes a new transaction for one that it has. */
const sendPatiently = async (sendAll: ChaosChain['sendAll'], transfer: Transfer): Promise<string> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await sendAll(transfer.from, [transfer]))[0]!;
    } catch (error) {
      if (attempt === MOST_ATTEMPTS) throw error;
      await pause(RETRY_MS);
    }
  }
};

const deploy = async (url: string, data: string): Promise<string> => {
  const txid = await ask<string>(url, 'eth_sendTransaction', [{ from: DEPLOYER, data, gas: DEPLOYMENT_GAS }]);
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const receipt = await ask<Fields | null>(url, 'eth_getTransactionReceipt', [txid]);
    if (receipt !== null) return (receipt['contractAddress'] as string).toLowerCase();
    await pause(RETRY_MS);
  }
  throw new Error('The chain mined no block with a contract');
};

const furnish = async (
  { url, stop }: LocalChain,
  profile: Profile,
  accounts: readonly string[],
): Promise<ChaosChain> => {
  await ask(url, 'evm_setBlockGasLimit', [BLOCK_GAS]);
  const token = await deploy(url, DEMO_TOKEN.bytecode);
  const wrongToken = await deploy(url, DEMO_TOKEN.bytecode);
  const router = await deploy(url, contracts.Router);
  await ask(url, 'anvil_autoImpersonateAccount', [true]);
  await fund(url, [token, wrongToken], [DUSTER, SYSTEM, router, ...accounts]);
  await makeHistory(url, profile);
  await ask(url, 'evm_setAutomine', [false]);
  const stopMining = startMining(url, profile.blockTimeSeconds);
  const sendAll: ChaosChain['sendAll'] = async (from, transfers) => {
    // In a batch the node would give one nonce twice.
    const nonce = Number(await ask<string>(url, 'eth_getTransactionCount', [from, 'pending']));
    const requests = transfers.map((transfer, index) => ({ ...transfer, from, gas: GAS, nonce: hex(nonce + index) }));
    return askAll(
      url,
      requests.map((request) => ['eth_sendTransaction', [request]] as const),
    );
  };
  return {
    ...{ url, token, wrongToken, router, sendAll },
    send: (transfer) => sendPatiently(sendAll, transfer),
    reorg: async (depth) => {
      await ask(url, 'anvil_reorg', [depth, []]);
      await setClock(url, 0);
    },
    newest: () => newestOf(url),
    stop: async () => {
      await stopMining();
      await stop();
    },
  };
};
