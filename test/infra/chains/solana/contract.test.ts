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
import { changedResult, solanaFaults } from '../served/solana-faults';

const payer = Keypair.fromSeed(payerSeed());
const stranger = Keypair.fromSeed(Buffer.alloc(32, 9)).publicKey.toBase58();
const honest: Intercept = () => undefined;

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

const always = (name: string) => (world: World) => {
  world.intercept = solanaFaults(world.chain)[name]!;
};

describeChainReader('of Solana over its local chain', {
  open,
  faults: {
    dropConnections: always('dropConnections'),
    garbage: always('garbage'),
    half: always('half'),
    tooManyRequests: always('tooManyRequests'),
    refuseRanges: always('refuseRanges'),
    empty: always('empty'),
    repeat: always('repeat'),
    prune: ({ chain }) => chain.forgetBefore(chain.finalSlot()),
    goBack: always('goBack'),
    otherChain: async (world) => {
      always('dropConnections')(world);
      await world.reader.heads([]).catch(() => undefined);
      world.intercept = changedResult('getGenesisHash', () => LOCAL_MINT);
    },
  },
});
