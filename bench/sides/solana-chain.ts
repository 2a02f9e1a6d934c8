import { createHash } from 'node:crypto';
import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js';
import { serveSolana } from '../../infra/chains/local/solana/rpc/server';
import { LOCAL_RECEIVER, payerSeed } from '../../infra/chains/local/solana/well-known';
import { createChain } from '../../test/fixtures/solana/chain';
import { memo } from '../../test/fixtures/solana/tokens';
import { legacy } from '../../test/fixtures/solana/wire';
import { inBlocks, memoOf, serveFilled } from './shared/filled';

const LAMPORTS = 5_000;

serveFilled(async (transactions) => {
  const chain = createChain();
  const payer = Keypair.fromSeed(payerSeed());
  const give = (lamports: number) =>
    SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: new PublicKey(LOCAL_RECEIVER), lamports });
  const paid = chain.execute(legacy(chain, [payer], [give(LAMPORTS)]));
  const from = BigInt(chain.finalSlot() + 1);
  for (const block of inBlocks(transactions)) {
    chain.pass();
    for (const index of block) {
      const text = memoOf(index);
      if (text === null) chain.copy(paid, createHash('sha512').update(`${index}`).digest());
      else chain.submit(Buffer.from(legacy(chain, [payer], [give(LAMPORTS + index), memo(text)])));
    }
  }
  const to = BigInt(chain.pass(3));
  const { url, close } = await serveSolana(chain);
  return { chain: { url, networkId: chain.genesisHash, receiver: LOCAL_RECEIVER, from, to }, pass: chain.pass, close };
});
