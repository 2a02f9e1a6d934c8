import { Keypair, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { associatedAccount } from '../../../../infra/chains/solana/protocol/associated-account';
import { ASSOCIATED_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from '../../../../infra/chains/solana/protocol/programs';
import { toldOf } from '../../../../infra/chains/solana/reading/told';
import { solanaWatchOf } from '../../../../infra/chains/solana/watch';
import type { Entry } from '../../../fixtures/solana/chain';
import { createScenario } from '../../../fixtures/solana/scenario';
import * as tokens from '../../../fixtures/solana/tokens';
import { legacy } from '../../../fixtures/solana/wire';

export const world = createScenario();
const { ledger, payer, wallet, usdc, other } = world;
const watch = solanaWatchOf(world.closed);
const { accountOf, transferChecked } = tokens;

export const textOf = ({ publicKey }: Keypair): string => publicKey.toBase58();
export const coin = (lamports: number, to = wallet.publicKey, from = payer.publicKey) =>
  SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports });
export const held = (holder: tokens.Holder, who: Keypair): string => accountOf(holder, who.publicKey);
export const send = (amount: bigint, holder = usdc, from = payer, to = held(holder, wallet)) =>
  transferChecked(holder, { from: held(holder, from), to, owner: from.publicKey, amount });

export type Crop = ReturnType<typeof toldOf>['crop'];

export const cropOf = ({ signature, executed }: Entry, answer: unknown = executed, own = watch.own): Crop =>
  toldOf(answer, { signature, slot: BigInt(executed.slot), memos: null }, { ...watch, own }).crop;

/** Executes in a block of its own. */
export const run = (
  make: typeof legacy,
  instructions: readonly TransactionInstruction[],
  more: readonly Keypair[] = [],
) => ledger.execute(make(ledger, [payer, ...more], instructions));

/** An account for a mint that is not the associated one. */
export const otherAccount = (owner: Keypair, amount: bigint): PublicKey => {
  const account = Keypair.generate();
  const lamports = ledger.rentOf(165);
  const programId = new PublicKey(usdc.program);
  run(
    legacy,
    [
      SystemProgram.createAccount({
        ...{ fromPubkey: payer.publicKey, newAccountPubkey: account.publicKey, lamports, space: 165, programId },
      }),
      tokens.initializeAccount(usdc, account.publicKey, owner.publicKey),
      ...(amount === 0n ? [] : [send(amount, usdc, payer, account.publicKey.toBase58())]),
    ],
    [account],
  );
  return account.publicKey;
};

export const table = ledger.setTable(Keypair.generate().publicKey, [wallet.publicKey]);
export const ours = otherAccount(wallet, 0n);
export const theirs = otherAccount(payer, 25n);

/** Tokens that lie on an account whose owner is the wallet's associated account: got back by a call to the program. */
export const recovery = (): readonly TransactionInstruction[] => {
  const nested = associatedAccount(held(other, wallet), usdc.mint.toBase58(), usdc.program);
  const nestedOwner = new PublicKey(held(other, wallet));
  run(legacy, [tokens.openAccount(usdc, payer.publicKey, nestedOwner), send(25n, usdc, payer, nested)]);
  const keys = [nested, usdc.mint, held(usdc, wallet), held(other, wallet), other.mint, wallet.publicKey, usdc.program];
  return [
    new TransactionInstruction({
      programId: new PublicKey(ASSOCIATED_PROGRAM),
      keys: keys.map((key, index) => ({
        ...{ pubkey: new PublicKey(key), isSigner: index === 5, isWritable: [0, 2, 5].includes(index) },
      })),
      data: Buffer.from([2]),
    }),
  ];
};

export const WRAPPED: tokens.Holder = { mint: new PublicKey(WRAPPED_SOL), program: TOKEN_PROGRAM };

/** Lamports of the payer on its account for wrapped SOL. */
export const wrapping = (lamports: number): readonly TransactionInstruction[] => [
  tokens.openAccount(WRAPPED, payer.publicKey, payer.publicKey),
  coin(lamports, new PublicKey(held(WRAPPED, payer))),
  tokens.syncNative(WRAPPED, held(WRAPPED, payer)),
];
