import { createChainReader } from '../../../../infra/chains/families';
import { type ChainUnderTest, describeChainReader } from '../../../../packages/testing/src/contracts';
import type { TransportFault } from '../served/faulty-server';
import { type JavaTronFault, type ServedJavaTron, serveJavaTron } from '../served/java-tron';
import { createScenario, optionsFor, poor, wallet } from './scenario';

interface World extends ChainUnderTest {
  readonly node: ServedJavaTron;
}

const open = async (): Promise<World> => {
  const scenario = createScenario();
  const { ledger, clock, coin, signed } = scenario;
  const node = await serveJavaTron(ledger);
  const reader = await createChainReader(optionsFor(scenario, [node.server.url]));
  return {
    ...{ node, reader, clock, receiver: wallet.base58, stranger: poor.base58, memoOpening: 'acme:' },
    pay: async ({ memo, amount, to }) => {
      const payment = await signed(await coin(Number(amount), to), memo);
      ledger.broadcast(payment);
      ledger.makeBlocks();
      return payment.txID;
    },
    pass: async (blocks) => ledger.makeBlocks(blocks),
    mend: () => {
      node.fault = null;
      node.server.fault = null;
    },
    close: async () => {
      await reader.close();
      await node.server.close();
    },
  };
};

const transport =
  (fault: TransportFault) =>
  ({ node }: World): void => {
    node.server.fault = fault;
  };

const ofChain =
  (fault: JavaTronFault) =>
  ({ node }: World): void => {
    node.fault = fault;
  };

/** The identity is asked for again after a failure: the connection to another chain is a new one. */
const reconnected = async ({ node, reader }: World): Promise<void> => {
  node.server.fault = 'dropConnections';
  await reader.heads([]).catch(() => undefined);
  node.server.fault = null;
  node.fault = 'otherChain';
};

describeChainReader<World>('of Tron', {
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
    otherChain: reconnected,
  },
});
