import { describeChainReader } from '../../../../packages/testing/src/contracts/chains/contract';
import type { PaymentToMake } from '../../../../packages/testing/src/contracts/chains/scene';
import type { TransportFault } from '../served/faulty-server';
import type { RippledFault } from '../served/rippled';
import { issuer, openWorld, paymentOf, receiver, withMemos, type XrplWorld } from './scenario';

const open = async () => {
  const world = await openWorld();
  const { rippled, send } = world;
  return {
    ...world,
    ...{ receiver: receiver.address, stranger: issuer.address, memoOpening: 'acme:' },
    pay: ({ memo, amount, to = receiver.address }: PaymentToMake) =>
      send(paymentOf({ Destination: to, Amount: amount.toString(), ...(memo === null ? {} : withMemos(memo)) })),
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

test('answers UNKNOWN without a request for text that is no transaction id', async () => {
  const world = await openWorld({ rpcUrls: ['http://127.0.0.1:1'] });
  const found = await world.reader.find(['no id', '0'.repeat(63), '0'.repeat(64)]);
  await world.close();
  expect(found.map(({ outcome }) => outcome)).toEqual(['UNKNOWN', 'UNKNOWN', 'UNREAD']);
});
