import { Interface, Wallet } from 'ethers';
import type { Pool } from 'pg';
import { pino } from 'pino';
import type { Finality, NetworkSettings } from '../../../../../../infra/catalog/networks';
import { openSigning, type Signing } from '../../../../../../infra/chains/evm/signing/open-signing';
import { createPostgresSignerBook } from '../../../../../../infra/chains/evm/signing/postgres-signer-book';
import { type Signer, signerOf } from '../../../../../../infra/chains/evm/signing/signer';
import type { SignerAccount, SignerBook } from '../../../../../../infra/chains/evm/signing/signer-book';
import type { MinedTransaction } from '../../../../../../infra/chains/local/local-wallet';
import { clockOf } from '../../../../../../infra/clock';
import { migrate, migrationFile } from '../../../../../../infra/postgres/migrate';
import { createPool } from '../../../../../../infra/postgres/pool';
import { type Anvil, anvil, RECEIVER, silent } from '../../../../../stores/anvil';
import { type TestDatabase, testDatabase } from '../../../../../stores/postgres';
import { BEHAVIOURS, type Behaviour, ODD_TOKEN } from '../../../../fixtures/evm/odd-token';
import { type ProxyAnswer, type RpcCall, type RpcProxy, rpcProxy } from '../rpc-proxy';
import { catalogOf, networkOf, TOKEN_ASSET } from '../scenario';

const TOKEN = new Interface([
  'function approve(address,uint256)',
  'function transfer(address,uint256)',
  'function behave(uint8)',
  'function balanceOf(address) view returns (uint256)',
]);

export const TREASURY = '0x00000000000000000000000000000000c0ffee77';
export const MOST_FEE = 500_000_000_000n;

/** A chain, a token with scripted behaviour, signers with keys of their own, and nodes that lie. */
export interface SigningLab {
  readonly chain: () => Anvil;
  readonly token: () => string;
  readonly book: () => SignerBook;
  readonly pool: () => Pool;
  /** A new signer with ten coins of the chain. */
  readonly rich: () => Promise<Signer>;
  readonly open: (signer: Signer, changes?: Partial<Opening>) => Signing;
  readonly proxy: (answer: (call: RpcCall) => ProxyAnswer | Promise<ProxyAnswer>) => Promise<RpcProxy>;
  /** Wallet `from` of the chain does something with the token. */
  readonly tell: (from: number, call: 'approve' | 'transfer', to: string, amount: bigint) => Promise<MinedTransaction>;
  readonly behave: (behaviour: Behaviour) => Promise<void>;
  readonly balanceOf: (account: string) => Promise<bigint>;
  readonly coins: (account: string) => Promise<bigint>;
  /** How far the service's clock is ahead of the chain's. */
  readonly advance: (ms: number) => void;
  readonly settings: () => NetworkSettings;
}

export interface Opening {
  readonly rpcUrls: readonly string[];
  readonly mostFeePerGas: bigint;
  readonly requestTimeoutMs: number;
  readonly finality: Finality;
}

const settingsOf = (url: string, chainId: number): NetworkSettings => ({
  ...networkOf(chainId, RECEIVER),
  ...{ rpcUrls: [url], headers: {}, callsPerSecond: null, watchNative: false, networkId: null },
  ...{ finality: 'finalized', pollIntervalMs: 200, local: true },
});

/** Call it inside `describe`. */
export const signingLab = (): SigningLab => {
  let [chain, token, database, pool, aheadMs] = [null, '', null, null, 0] as unknown as [
    Anvil,
    string,
    TestDatabase,
    Pool,
    number,
  ];
  const opened: Signing[] = [];
  const proxies: RpcProxy[] = [];
  const clock = clockOf(() => Date.now() + aheadMs);
  const call = (data: string, from = 0) => chain.wallet(from).send({ to: token, data });
  beforeAll(async () => {
    [chain, database] = await Promise.all([anvil(), testDatabase()]);
    token = await chain.deployToken(ODD_TOKEN);
    pool = createPool(database.url, pino({ level: 'silent' }));
    await migrate(pool, [migrationFile('infra/chains/evm/signing/signer-book.sql', true)]);
  });
  afterEach(async () => {
    aheadMs = 0;
    await chain.rpc('evm_setAutomine', [true]);
    await chain.mine(1);
    for (const one of opened.splice(0)) await one.close();
    for (const one of proxies.splice(0)) await one.stop();
    await call(TOKEN.encodeFunctionData('behave', [0]));
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
    await chain.stop();
  });
  const settings = () => settingsOf(chain.url, chain.chainId);
  return {
    chain: () => chain,
    token: () => token,
    pool: () => pool,
    book: () => createPostgresSignerBook(pool),
    settings,
    rich: async () => {
      const signer = signerOf(Wallet.createRandom().privateKey)!;
      await chain.rpc('anvil_setBalance', [signer.address, '0x8ac7230489e80000']);
      return signer;
    },
    open: (signer, changes = {}) => {
      const { rpcUrls = [chain.url], mostFeePerGas = MOST_FEE, requestTimeoutMs = 5_000 } = changes;
      const { finality = 'finalized' } = changes;
      const signing = openSigning({
        network: { ...settings(), rpcUrls, finality },
        ...{ signer, mostFeePerGas, requestTimeoutMs, clock, book: createPostgresSignerBook(pool), logger: silent },
        assets: catalogOf(token),
      });
      opened.push(signing);
      return signing;
    },
    proxy: async (answer) => {
      const made = await rpcProxy(chain.url, answer);
      proxies.push(made);
      return made;
    },
    tell: (from, what, to, amount) => call(TOKEN.encodeFunctionData(what, [to, amount]), from),
    behave: async (behaviour) => {
      await call(TOKEN.encodeFunctionData('behave', [BEHAVIOURS.indexOf(behaviour)]));
    },
    balanceOf: async (account) => {
      const data = TOKEN.encodeFunctionData('balanceOf', [account]);
      return BigInt((await chain.rpc('eth_call', [{ to: token, data }, 'latest'])) as string);
    },
    coins: async (account) => BigInt((await chain.rpc('eth_getBalance', [account, 'latest'])) as string),
    advance: (ms) => {
      aheadMs += ms;
    },
  };
};

export { TOKEN_ASSET };

/** A nonce as earlier versions left it when they died between claiming and signing. */
export const unsigned = async (pool: Pool, { chainId, address }: SignerAccount, nonce: bigint): Promise<void> => {
  const text = 'INSERT INTO lastro.signer_nonces (chain_id, signer, nonce, key) VALUES ($1, $2, $3, $4)';
  await pool.query(text, [chainId.toString(), address, nonce.toString(), 'died before it signed']);
};
