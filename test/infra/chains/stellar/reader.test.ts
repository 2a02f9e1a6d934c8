import { Asset, Memo, Operation } from '@stellar/stellar-sdk';
import { createChainReader } from '../../../../infra/chains/families';
import { memoHash } from '../../../../infra/chains/stellar/memo';
import { type ChainUnderTest, describeChainReader } from '../../../../packages/testing/src/contracts';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import type { TransportFault } from '../served/faulty-server';
import { type HorizonFault, openHorizon, type ServedHorizon } from '../served/horizon';
import type { Ledger } from '../served/horizon-ledger';
import { built, createLedger, FRIEND, optionsFor, receiver } from './scenario';

interface World extends ChainUnderTest {
  readonly horizon: ServedHorizon;
}

const OPENING = 'lastro:';

const memoOf = (text: string | null): Memo => {
  if (text === null) return Memo.none();
  return text.startsWith(OPENING) ? Memo.hash(memoHash(text).toString('hex')) : Memo.text(text);
};

const payingIn =
  (ledger: Ledger): ChainUnderTest['pay'] =>
  async ({ memo, amount, to = receiver }) => {
    const text = `${amount / 10_000_000n}.${(amount % 10_000_000n).toString().padStart(7, '0')}`;
    const payment = Operation.payment({ destination: to, asset: Asset.native(), amount: text });
    return ledger.close([built([payment], memoOf(memo)).toXDR()]);
  };

const open = async (): Promise<World> => {
  const clock = manualClock();
  const ledger = createLedger(clock);
  const horizon = await openHorizon(ledger);
  const reader = await createChainReader(optionsFor({ clock }, [horizon.url]));
  return {
    ...{ horizon, reader, clock, receiver, memoOpening: OPENING, pay: payingIn(ledger) },
    stranger: FRIEND.publicKey(),
    toldMemo: (memo) => `sha256:${memoHash(memo).toString('hex')}`,
    pass: async (blocks) => {
      for (let index = 0; index < blocks; index += 1) ledger.close();
    },
    mend: () => {
      Object.assign(horizon, { fault: null, chainFault: null });
    },
    close: async () => {
      await reader.close();
      await horizon.close();
    },
  };
};

const transport =
  (fault: TransportFault) =>
  ({ horizon }: World): void => {
    horizon.fault = fault;
  };

const ofChain =
  (chainFault: HorizonFault) =>
  ({ horizon }: World): void => {
    horizon.chainFault = chainFault;
  };

describeChainReader<World>('of Stellar', {
  open,
  faults: {
    dropConnections: transport('dropConnections'),
    garbage: transport('garbage'),
    half: transport('half'),
    tooManyRequests: transport('tooManyRequests'),
    refuseRanges: ofChain('refuseRanges'),
    empty: ofChain('empty'),
    repeat: ofChain('repeat'),
    prune: ofChain('prune'),
    goBack: ofChain('goBack'),
    otherChain: ofChain('otherChain'),
  },
});
