import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Interface, Wallet } from 'ethers';
import { Client } from 'pg';
import { readRunFile } from '../../../infra/run-file';
import { NO_LIMITS } from '../../doubles/limits';
import { ODD_TOKEN } from '../../integration/fixtures/evm/odd-token';
import { type Anvil, anvil, RECEIVER } from '../../stores/anvil';
import { ask, demoKeyOf, type RunningProcess, runProgram, startProgram, temporaryDataDir } from './support/run-service';

jest.setTimeout(360_000);

const TREASURY = '0x00000000000000000000000000000000c0ffee77';
const PEGGED = 9_601;
const CHAIN_ID = 1;
const ERC20 = new Interface([
  'function approve(address,uint256)',
  'function transfer(address,uint256)',
  'function balanceOf(address) view returns (uint256)',
]);
/** Two rich accounts of the chain: the first has all tokens. */
const [ISSUER, USER] = [0, 3];
const UNIT = 1_000_000n;
const POLL_MS = 100;

const NETWORK = { name: 'ethereum', family: 'evm', chainId: CHAIN_ID, finality: 'finalized' } as const;

const catalogOf = (token: string): object => ({
  generatedAt: '2026-11-20',
  chains: { ethereum: { ...NETWORK, native: 'ETH', memo: 'calldata', addressRegex: '^0x[0-9a-fA-F]{40}$' } },
  assets: [
    {
      ...{ assetId: PEGGED, catalogKey: 'ethereum:BRLA', symbol: 'BRLA', standard: 'erc20', chain: 'ethereum' },
      ...{ address: token, decimals: 6, cashIn: true, cashOut: true, pegBRL: '1.00' },
    },
  ],
});

const partnerOf = async (dataDir: string): Promise<string> => {
  const client = new Client({ connectionString: (await readRunFile(dataDir))?.databaseUrl });
  await client.connect();
  const text = 'SELECT partner_id FROM lastro.partners';
  const { rows } = await client.query<{ partner_id: string }>(text).finally(() => client.end());
  return rows[0]?.partner_id ?? '';
};

interface Configured {
  readonly peggedWithdraw: { readonly network: string; readonly assetId: number; readonly spender: string };
}

/** The whole of an installation whose tokens are on a real chain: a wallet that allows, a treasury that delivers. */
describe('our own keys that sign on an EVM network', () => {
  const { dataDir, remove } = temporaryDataDir();
  const folder = path.dirname(dataDir);
  const [redeemer, deliverer] = [Wallet.createRandom(), Wallet.createRandom()];
  let [chain, service] = [null, null] as unknown as [Anvil, RunningProcess];
  let [token, partnersKey, usersToken] = ['', '', ''];

  const at = (words: string): string => `${service.url}/api/v1/${words}`;
  const asUser = <Data>(words: string, body?: object) =>
    ask<Data>(at(words), { token: usersToken, ...(body === undefined ? {} : { body }) });
  const tell = (from: number, call: 'approve' | 'transfer', to: string, amount: bigint) =>
    chain.wallet(from).send({ to: token, data: ERC20.encodeFunctionData(call, [to, amount]) });
  const balanceOf = async (account: string): Promise<bigint> =>
    BigInt(
      (await chain.rpc('eth_call', [
        { to: token, data: ERC20.encodeFunctionData('balanceOf', [account]) },
        'latest',
      ])) as string,
    );
  const until = async <Value>(read: () => Promise<Value | undefined>): Promise<Value> => {
    for (;;) {
      const value = await read();
      if (value !== undefined) return value;
      await pause(POLL_MS);
    }
  };

  const install = (): Readonly<Record<string, string>> => {
    const files = { networks: path.join(folder, 'networks.json'), catalog: path.join(folder, 'catalog.json') };
    const watched = { ...NETWORK, mode: 'sandbox', rpcUrls: [chain.url], receiver: RECEIVER, pollIntervalMs: 200 };
    const redemption = { assetId: PEGGED, treasury: TREASURY, signerKey: 'REDEEMING_KEY' };
    const network = { ...watched, redemption, delivery: { signerKey: 'DELIVERING_KEY' } };
    writeFileSync(files.networks, JSON.stringify({ networks: [network] }));
    writeFileSync(files.catalog, JSON.stringify(catalogOf(token)));
    return {
      ...{ DATA_DIR: dataDir, NETWORKS_FILE: files.networks, CATALOG_FILE: files.catalog, SANDBOX_SETTLE_MS: '100' },
      ...{ REDEEMING_KEY: redeemer.privateKey, DELIVERING_KEY: deliverer.privateKey },
      RATE_LIMITS: JSON.stringify(NO_LIMITS),
    };
  };

  const register = async (pubkey: string): Promise<void> => {
    const asPartner = <Data>(words: string, request: object) =>
      ask<Data>(at(words), { token: partnersKey, ...request });
    const body = { externalUserId: 'ana', pubkey, blockchain: 'ethereum' };
    const { userId } = (await asPartner<{ userId: string }>('users', { body })).body.data;
    await asPartner(`users/${userId}/kyc`, { method: 'PATCH', body: { kycStatus: 'APPROVED' } });
    usersToken = (await asPartner<{ token: string }>('auth/token', { body: { pubkey } })).body.data.token;
  };

  beforeAll(async () => {
    chain = await anvil({ chainId: CHAIN_ID, blockTimeSeconds: 1 });
    token = await chain.deployToken(ODD_TOKEN);
    for (const { address } of [redeemer, deliverer]) {
      await chain.rpc('anvil_setBalance', [address, '0x8ac7230489e80000']);
    }
    await tell(ISSUER, 'transfer', deliverer.address, 1_000n * UNIT);
    const environment = install();
    service = await startProgram('start', environment);
    partnersKey = demoKeyOf(service);
    const partnerId = await partnerOf(dataDir);
    const words = ['partner', 'set', partnerId, '--feature', 'pegged-withdraw=on', '--actor', 'ana', '--reason', 'May'];
    expect(await runProgram('ledger', words, environment)).toMatchObject({ code: 0 });
    await register(chain.wallet(USER).address);
  });
  afterAll(async () => {
    expect(await service.stop()).toBe(0);
    await chain.stop();
    remove();
  });

  test('a withdrawal takes exactly the gross amount, and is paid once that is final', async () => {
    const wallet = chain.wallet(USER).address;
    const { peggedWithdraw } = (await ask<Configured>(`${service.url}/api/assets/gateway-config`)).body.data;
    expect(peggedWithdraw).toEqual({ network: 'ethereum', assetId: PEGGED, spender: redeemer.address.toLowerCase() });
    await tell(ISSUER, 'transfer', wallet, 250n * UNIT);
    await tell(USER, 'approve', peggedWithdraw.spender, 100n * UNIT);
    const body = { amount: 80, pixKey: 'fulano@exemplo.com', walletAddress: wallet };
    const { withdrawId } = await until(async () => {
      // The wallet has its credit once that is final.
      const answer = await asUser<{ withdrawId: string }>('cashout/withdraw', body);
      if (answer.status === 422) return undefined;
      expect([answer.status, answer.body]).toMatchObject([201, { success: true }]);
      return answer.body.data;
    });
    await until(async () => {
      const { status } = (await asUser<{ status: string }>(`cashout/withdraw/${withdrawId}`)).body.data;
      expect(['PROCESSING', 'COMPLETED']).toContain(status);
      return status === 'COMPLETED' ? true : undefined;
    });
    expect([await balanceOf(TREASURY), await balanceOf(wallet)]).toEqual([80n * UNIT, 170n * UNIT]);
    // The allowance is what is left of it.
    expect(await asUser('cashout/withdraw', { ...body, amount: 21 })).toMatchObject({
      ...{ status: 422, body: { code: 'INSUFFICIENT_PEGGED_BALANCE' } },
    });
  });

  test('a cash-in is delivered from the treasury, exactly as quoted', async () => {
    const wallet = chain.wallet(USER).address;
    const before = await balanceOf(wallet);
    const quoted = await asUser<{ quoteId: string; cryptoAmountBaseUnits: string }>('cashin/quote', {
      ...{ assetId: PEGGED, amount: 150 },
    });
    expect([quoted.status, quoted.body]).toMatchObject([200, { success: true }]);
    const { quoteId, cryptoAmountBaseUnits } = quoted.body.data;
    const customer = { name: 'Maria da Silva', taxID: '529.982.247-25', email: 'maria@example.com' };
    const { intentId } = (await asUser<{ intentId: string }>('cashin/intent', { quoteId, customer })).body.data;
    await ask(at(`sandbox/charges/${intentId}/pay`), { token: partnersKey, body: {} });
    const delivered = await until(async () => {
      const { body } = await asUser<{ status: string; delivery: { txHash: string } }>(`cashin/intent/${intentId}`);
      expect(['ACTIVE', 'COMPLETED']).toContain(body.data.status);
      return body.data.status === 'COMPLETED' ? body.data.delivery : undefined;
    });
    expect((await balanceOf(wallet)) - before).toBe(BigInt(cryptoAmountBaseUnits));
    const receipt = (await chain.rpc('eth_getTransactionReceipt', [delivered.txHash])) as Readonly<
      Record<string, string>
    >;
    expect(receipt).toMatchObject({ from: deliverer.address.toLowerCase(), to: token, status: '0x1' });
  });
});
