import { serveJavaTron } from '../../test/infra/chains/served/java-tron';
import { createScenario, wallet } from '../../test/infra/chains/tron/scenario';
import { inBlocks, memoOf, serveFilled } from './shared/filled';

const SUN = 5_000;

serveFilled(async (transactions) => {
  const { ledger, coin, signed, web } = createScenario();
  // Signed once: the measurement never checks signatures.
  const { signature } = await signed(await coin(SUN), null);
  const from = BigInt(ledger.blocks.length);
  for (const block of inBlocks(transactions)) {
    for (const index of block) {
      const unsigned = await coin(SUN + index);
      const memo = memoOf(index);
      const noted =
        memo === null
          ? unsigned
          : await web.transactionBuilder.addUpdateData(unsigned, memo, 'utf8', { txLocal: true });
      ledger.broadcast({ ...noted, signature }, false);
    }
    ledger.makeBlocks();
  }
  const { server } = await serveJavaTron(ledger);
  const to = BigInt(ledger.blocks.length - 1);
  const chain = { url: server.url, networkId: ledger.idAt(0), receiver: wallet.base58, from, to };
  return { chain, pass: ledger.makeBlocks, close: server.close };
});
