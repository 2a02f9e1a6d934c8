import { SystemProgram } from '@solana/web3.js';
import type { ChainReader, Scanned } from '../../../../commands/ports/chains/chain-reader';
import { createChainReader } from '../../../../infra/chains/families';
import { type ChainRpc, serveChain } from '../../../fixtures/solana/chain';
import { createScenario, MEMO, optionsFor, SOL, USDC } from '../../../fixtures/solana/scenario';
import { accountOf, memo, transferChecked } from '../../../fixtures/solana/tokens';
import { legacy, version1 } from '../../../fixtures/solana/wire';

const world = createScenario();
const { ledger, payer, wallet, usdc, receivers } = world;
let rpc: ChainRpc;
let reader: ChainReader;

beforeAll(async () => {
  rpc = await serveChain(ledger);
});
beforeEach(async () => {
  rpc.lie = () => undefined;
  rpc.calls.length = 0;
  reader = await createChainReader(optionsFor(world, [rpc.url]));
});
afterEach(() => reader.close());
afterAll(() => rpc.close());

const pay = (lamports = 5_000) =>
  ledger.execute(
    legacy(
      ledger,
      [payer],
      [SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: wallet.publicKey, lamports }), memo(MEMO)],
    ),
  );

const scan = async (from: number, to = ledger.finalSlot(), resume: unknown = null): Promise<Scanned> => {
  const found = await reader.scan({ from: BigInt(from), to: BigInt(to), resume });
  if (found.outcome === 'GAP') throw new Error(found.reason);
  return found;
};

const methodsSince = (start: number): readonly string[] => rpc.calls.slice(start).map(({ method }) => method);

describe('A reader of Solana', () => {
  it('reads heads, genesis hash and each wallet at finality', async () => {
    const heads = await reader.heads([{ height: BigInt(ledger.finalSlot()), hash: ledger.blockhash() }]);
    expect(heads).toMatchObject({
      outcome: 'HEADS',
      final: { height: BigInt(ledger.finalSlot()), hash: ledger.blockhash() },
      receivers: receivers.map((address) => ({ address, refusal: null })),
    });
  });

  it('scans a payment of coin and one of tokens into the associated account', async () => {
    const start = ledger.finalSlot();
    const coin = pay();
    const [from, to, owner] = [accountOf(usdc, payer.publicKey), accountOf(usdc, wallet.publicKey), payer.publicKey];
    const tokens = ledger.execute(
      version1(ledger, [payer], [transferChecked(usdc, { from, to, owner, amount: 25n }), memo(MEMO)]),
    );
    const { movements, unread, upTo } = await scan(start);
    expect(unread).toEqual([]);
    expect(upTo).toMatchObject({ height: BigInt(ledger.finalSlot()), hash: ledger.blockhash() });
    expect(movements.map(({ movement }) => movement)).toMatchObject([
      { txid: coin.signature, position: receivers[0], assetId: SOL, amountBaseUnits: '5000', memos: [MEMO] },
      { txid: tokens.signature, position: to, assetId: USDC, amountBaseUnits: '25', unsupported: null },
    ]);
  });

  it('requests only new transactions in an idle scan', async () => {
    const { signature } = pay();
    const heads = await reader.heads([]);
    const { resume } = await scan(ledger.finalSlot());
    const kept = { height: BigInt(ledger.finalSlot()), hash: ledger.blockhash() };
    ledger.pass();
    const start = rpc.calls.length;
    await reader.heads([kept]);
    await scan(ledger.finalSlot(), ledger.finalSlot(), resume);
    expect(heads.outcome).toBe('HEADS');
    const accounts = receivers.length * (1 + 2);
    expect(methodsSince(start)).toHaveLength(3 + accounts);
    const lists = rpc.calls.slice(start).filter(({ method }) => method === 'getSignaturesForAddress');
    expect(lists[0]!.params[1]).toMatchObject({ until: signature, commitment: 'finalized' });
  });
});
