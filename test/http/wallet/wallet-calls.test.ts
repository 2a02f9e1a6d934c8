import type { Express } from 'express';
import { finishWalletLogin } from '../../../commands/wallet-login/finish-wallet-login';
import { type ContractCalls, createContractCalls } from '../../../infra/chains/evm/wallet/contract-calls';
import { createRateLimits, DEFAULT_LIMITS } from '../../../infra/http/rate-limits';
import { createWalletVerifier } from '../../../infra/wallets';
import { takeCallOf } from '../../../src/bin/wiring/wallet-login';
import { CHAIN_ID, flood, type HostileNode, hostileNode } from '../../infra/wallets/hostile-node';
import { evmWallet, type TestWallet } from '../../samples/wallets';
import { createWorld, type HttpWorld } from '../world';
import { walletDoor } from './wallet-door';

let world: HttpWorld;
const opened: { node: HostileNode; calls: ContractCalls }[] = [];

beforeAll(async () => {
  world = await createWorld();
});
afterEach(async () => {
  for (const { node, calls } of opened.splice(0)) {
    await calls.close();
    await node.stop();
  }
});
afterAll(() => world.close());

/** The surface over a node whose contracts answer so, with the limits that the service has. */
const over = async (behave: Parameters<typeof hostileNode>[0]): Promise<{ app: Express; node: HostileNode }> => {
  const node = await hostileNode(behave);
  const network = { name: 'ethereum', family: 'evm', chainId: CHAIN_ID, rpcUrls: [node.url], headers: {} };
  const calls = createContractCalls([network], takeCallOf(createRateLimits(DEFAULT_LIMITS)));
  opened.push({ node, calls });
  const verifyWallet = createWalletVerifier({ callContract: calls.call, onTrouble: () => undefined });
  const ports = { ...world.ports, verifyWallet };
  return { app: world.appWith({ finishWalletLogin: finishWalletLogin(ports) }), node };
};

const byContract = async (app: Express, wallet: TestWallet) => {
  const door = walletDoor(app);
  await door.challengeOf(wallet);
  return door.verify(wallet, { signature: '0x00' });
};

const callsOf = ({ asked }: HostileNode): number => asked.filter(({ method }) => method === 'eth_call').length;

test('answers 429 to the eleventh call of an address within a minute without asking the node', async () => {
  const { app, node } = await over((response) => flood(response, ' '.repeat(65_536), 4_000_000));
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const { status, headers, body } = await byContract(app, evmWallet());
    statuses.push(status);
    if (status === 429) {
      const retryAfter = Number(headers['retry-after']);
      expect([Number.isInteger(retryAfter), retryAfter >= 1, retryAfter <= 60]).toEqual([true, true, true]);
      expect(body).toEqual({ success: false, error: 'Too many requests', code: 'RATE_LIMITED', retryAfter });
    }
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  expect(callsOf(node)).toBe(10);
});

test('accepts a signature with a key after any number of contract calls', async () => {
  const { app } = await over((response) => response.destroy());
  for (let attempt = 0; attempt < 11; attempt += 1) await byContract(app, evmWallet());
  expect((await walletDoor(app).logIn(evmWallet())).status).toBe(200);
});
