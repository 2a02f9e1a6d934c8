import { describeChainReader } from '../../../../packages/testing/src/contracts/chains/contract';
import type { TransportFault } from '../served/faulty-server';
import type { RippledFault } from '../served/rippled';
import { openWorld, paymentOf, receiver, withMemos, type XrplWorld } from './scenario';

const open = async () => {
  const world = await openWorld();
  const { rippled, send } = world;
  return {
    ...world,
    ...{ receiver: receiver.address, memoOpening: 'acme:' },
    pay: ({ memo, amount }: { readonly memo: string | null; readonly amount: bigint }) =>
      send(paymentOf({ Amount: amount.toString(), ...(memo === null ? {} : withMemos(memo)) })),
    pass: async (blocks: number) => rippled.closeLedgers(blocks),
    mend: () => {
      rippled.fault = null;
      rippled.server.fault = null;
    },
  };
};

const transport =
  (fault: TransportFault) =>
  ({ rippled: { server } }: XrplWorld): void => {
    server.fault = fault;
  };
const chain =
  (fault: RippledFault) =>
  ({ rippled }: XrplWorld): void => {
    rippled.fault = fault;
  };

describeChainReader('of the XRP Ledger', {
  open,
  faults: {
    dropConnections: transport('dropConnections'),
    garbage: transport('garbage'),
    half: transport('half'),
    tooManyRequests: transport('tooManyRequests'),
    refuseRanges: chain('refuseRanges'),
    empty: chain('empty'),
    repeat: chain('repeat'),
    prune: chain('prune'),
    goBack: chain('goBack'),
    otherChain: chain('otherChain'),
  },
});
