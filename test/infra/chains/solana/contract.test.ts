import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js';
import { createChainReader } from '../../../../infra/chains/families';
import { type Intercept, serveSolana } from '../../../../infra/chains/local/solana/rpc/server';
import { SLOT_MS } from '../../../../infra/chains/local/solana/slots';
import { LOCAL_MINT, LOCAL_RECEIVER, payerSeed } from '../../../../infra/chains/local/solana/well-known';
import { type ChainUnderTest, describeChainReader } from '../../../../packages/testing/src/contracts';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { createChain, FIRST_SECOND, GENESIS } from '../../../fixtures/solana/chain';
import { memo as memoOf } from '../../../fixtures/solana/tokens';
import { legacy } from '../../../fixtures/solana/wire';

const payer = Keypair.fromSeed(payerSeed());
const stranger = Keypair.fromSeed(Buffer.alloc(32, 9)).publicKey.toBase58();
const honest: Intercept = () => undefined;
const LISTS = new Set(['getSignaturesForAddress', 'getBlocks']);

type World = ChainUnderTest & { readonly chain: ReturnType<typeof createChain>; intercept: Intercept };

const open = async (): Promise<World> => {
  const chain = createChain();
  const clock = manualClock(FIRST_SECOND * 1_000);
  const served = await serveSolana(chain, { intercept: (...call) => world.intercept(...call) });
  const reader = await createChainReader({
    network: {
      ...{ name: 'solana', family: 'solana', chainId: null, networkId: GENESIS, mode: 'sandbox' },
      ...{ receiver: LOCAL_RECEIVER, receivers: [LOCAL_RECEIVER] },
      ...{ blockTimeToleranceSeconds: 30, expiryGraceSeconds: 30 },
    },
    assets: [
      {
        ...{ assetId: 1, symbol: 'SOL', network: 'solana', contract: null, decimals: 9 },
        ...{ cashIn: true, cashOut: true, pegged: false },
      },
    ],
    ...{ rpcUrls: [served.url], memoPrefix: 'acme', finality: 'finalized', clock },
    logger: { info: () => undefined, warn: () => undefined },
    wait: async () => undefined,
  });
  const world: World = {
    ...{ chain, reader, clock, receiver: LOCAL_RECEIVER, memoOpening: 'acme:', intercept: honest, stranger },
    pay: async ({ memo, amount, to = LOCAL_RECEIVER }) => {
      const transfer = SystemProgram.transfer({
        ...{ fromPubkey: payer.publicKey, toPubkey: new PublicKey(to), lamports: Number(amount) },
      });
      const wire = legacy(chain, [payer], [transfer, ...(memo === null ? [] : [memoOf(memo)])]);
      const { signature } = chain.execute(wire);
      clock.advance(3 * SLOT_MS);
      return signature;
    },
    pass: async (blocks) => {
      chain.pass(blocks);
      clock.advance(blocks * SLOT_MS);
    },
    mend: () => {
      world.intercept = honest;
    },
    close: async () => {
      await reader.close();
      await served.close();
    },
  };
  return world;
};

const always = (intercept: Intercept) => (world: World) => {
  world.intercept = intercept;
};

/** In place of the result, when the chain has one. */
const changed = (name: string, change: (result: never) => unknown) =>
  always((method, _params, answer) => {
    const told = answer();
    return method === name && 'result' in told ? { result: change(told.result as never) } : undefined;
  });

describeChainReader('of Solana over its local chain', {
  open,
  faults: {
    dropConnections: always(() => 'cut'),
    garbage: always(() => ({ status: 200, body: '<html>503</html>' })),
    half: always((_method, _params, answer) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: '1', ...answer() });
      return { status: 200, body: body.slice(0, body.length / 2) };
    }),
    tooManyRequests: always(() => ({ status: 429, headers: { 'retry-after': '1' }, body: 'Too many requests' })),
    refuseRanges: always((method) =>
      LISTS.has(method) ? { error: { code: -32_603, message: 'Internal error' } } : undefined,
    ),
    empty: changed('getSignaturesForAddress', () => []),
    repeat: changed('getSignaturesForAddress', (rows: readonly object[]) => rows.flatMap((row) => [row, row])),
    prune: ({ chain }) => chain.forgetBefore(chain.finalSlot()),
    goBack: (world) => {
      const { chain } = world;
      const slot = chain.finalSlot() - 2;
      changed('getLatestBlockhash', ({ value }: { readonly value: object }) => ({
        ...{ context: { slot }, value: { ...value, blockhash: chain.block(slot)!.blockhash } },
      }))(world);
    },
    otherChain: async (world) => {
      always(() => 'cut')(world);
      await world.reader.heads([]).catch(() => undefined);
      changed('getGenesisHash', () => LOCAL_MINT)(world);
    },
  },
});
