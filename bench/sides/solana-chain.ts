import { createHash } from 'node:crypto';
import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js';
import { serveSolana } from '../../infra/chains/local/solana/rpc/server';
import { LOCAL_RECEIVER, payerSeed } from '../../infra/chains/local/solana/well-known';
import { createChain } from '../../test/fixtures/solana/chain';
import { memo } from '../../test/fixtures/solana/tokens';
import { legacy } from '../../test/fixtures/solana/wire';
import { serve } from './shared/serve';

export interface FilledChain {
  readonly url: string;
  readonly genesisHash: string;
  readonly from: bigint;
  readonly to: bigint;
}

const IN_A_BLOCK = 50;
const TO_ONE_WITH_MEMO = 100;
const LAMPORTS = 5_000;

/** A local chain with transfers to the receiver, of which every hundredth has a memo. */
serve(async ({ transactions }: { readonly transactions: number }) => {
  const chain = createChain();
  const payer = Keypair.fromSeed(payerSeed());
  const give = (lamports: number) =>
    SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: new PublicKey(LOCAL_RECEIVER), lamports });
  const paid = chain.execute(legacy(chain, [payer], [give(LAMPORTS)]));
  const from = BigInt(chain.finalSlot() + 1);
  for (let index = 0; index < transactions; index += 1) {
    if (index % IN_A_BLOCK === 0) chain.pass();
    if (index % TO_ONE_WITH_MEMO > 0) chain.copy(paid, createHash('sha512').update(`${index}`).digest());
    else chain.submit(Buffer.from(legacy(chain, [payer], [give(LAMPORTS + index), memo(`lastro:${index}`)])));
  }
  const to = BigInt(chain.pass(3));
  const { url, close } = await serveSolana(chain);
  const filled: FilledChain = { url, genesisHash: chain.genesisHash, from, to };
  return { answer: async () => filled, close };
});
