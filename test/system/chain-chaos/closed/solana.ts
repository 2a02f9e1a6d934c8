import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js';
import { genesisAccounts } from '../../../../infra/chains/local/solana/genesis';
import { type Intercept, serveSolana } from '../../../../infra/chains/local/solana/rpc/server';
import { SLOT_MS } from '../../../../infra/chains/local/solana/slots';
import { openSolanaLedger, type SolanaLedger } from '../../../../infra/chains/local/solana/solana-ledger';
import { LOCAL_MINT, LOCAL_RECEIVER, payerSeed } from '../../../../infra/chains/local/solana/well-known';
import { readWire, signatureOf } from '../../../../infra/chains/local/solana/wire';
import { TOKEN_PROGRAM } from '../../../../infra/chains/solana/protocol/programs';
import { accountOf, type Holder, memo as memoOf, openAccount, transferChecked } from '../../../fixtures/solana/tokens';
import { legacy } from '../../../fixtures/solana/wire';
import { changedResult, solanaFaults } from '../../../infra/chains/served/solana-faults';
import {
  type ClosedEndpoint,
  type ClosedNetwork,
  everyMs,
  type Place,
  type Sending,
  SHARED_FAULTS,
} from './closed-network';

const SLOTS_TO_ONE_WITHOUT_BLOCK = 7;
const payer = Keypair.fromSeed(payerSeed());
const receiver = new PublicKey(LOCAL_RECEIVER);
const token: Holder = { mint: new PublicKey(LOCAL_MINT), program: TOKEN_PROGRAM };
const lookAlike: Holder = { mint: Keypair.generate().publicKey, program: TOKEN_PROGRAM };

/** A second mint like the first one, with all of it in the payer's hands. */
const furnish = (ledger: SolanaLedger): void => {
  const mint = genesisAccounts().find(({ address }) => address === LOCAL_MINT)!;
  const held = genesisAccounts().find(({ address }) => address === accountOf(token, payer.publicKey))!;
  const data = Buffer.from(held.data);
  data.set(lookAlike.mint.toBytes(), 0);
  ledger.setAccount({ ...mint, address: lookAlike.mint.toBase58() });
  ledger.setAccount({ ...held, address: accountOf(lookAlike, payer.publicKey), data });
};

const instructionsOf = ({ asset, amount, memo }: Sending) => {
  const memos = memo === '' ? [] : [memoOf(memo)];
  if (asset === 'coin') {
    return [SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: receiver, lamports: amount }), ...memos];
  }
  const holder = asset === 'token' ? token : lookAlike;
  const to = accountOf(holder, receiver);
  const parties = { from: accountOf(holder, payer.publicKey), to, owner: payer.publicKey, amount };
  return [openAccount(holder, payer.publicKey, receiver), transferChecked(holder, parties), ...memos];
};

const positionOf = ({ asset }: Sending): string =>
  asset === 'coin' ? LOCAL_RECEIVER : accountOf(asset === 'token' ? token : lookAlike, receiver);

type Rows = readonly object[];

const LIES: Readonly<Record<string, Intercept>> = {
  otherChain: changedResult('getGenesisHash', () => LOCAL_MINT),
  pageEndsEarly: changedResult('getSignaturesForAddress', (rows: Rows) => rows.slice(0, Math.ceil(rows.length / 3))),
  transactionIsNull: changedResult('getTransaction', () => null),
};

const openEndpoint = async (ledger: SolanaLedger): Promise<ClosedEndpoint> => {
  let intercept: Intercept = () => undefined;
  const { url, close } = await serveSolana(ledger, { intercept: (...call) => intercept(...call) });
  const endure = (fault: string | null): void => {
    const known: Readonly<Record<string, Intercept>> = { ...solanaFaults(ledger), ...LIES };
    intercept = fault === null ? () => undefined : known[fault]!;
  };
  return { url, close, endure };
};

/** Slots of 400 ms, some of them without a block. */
export const openSolana = async (): Promise<ClosedNetwork> => {
  const ledger = openSolanaLedger({ startedAtSeconds: Math.floor(Date.now() / 1_000) });
  furnish(ledger);
  const sent = new Map<string, Sending>();
  const blockhash = () => ledger.block(ledger.finalSlot())!.blockhash;
  const places = (): ReadonlyMap<string, Place> =>
    new Map(
      [...sent].flatMap(([txid, sending]) => {
        const found = ledger.transaction(txid);
        if (found === null || found.err !== null) return [];
        const { slot: height, blockTimeSeconds } = found;
        return [[txid, { position: positionOf(sending), height, blockTimeMs: blockTimeSeconds * 1_000 }] as const];
      }),
    );
  return {
    files: {
      network: { name: 'solana', family: 'solana', networkId: ledger.genesisHash, receiver: LOCAL_RECEIVER },
      chain: { memo: 'SPL Memo program instruction', addressRegex: '^[1-9A-HJ-NP-Za-km-z]{32,44}$' },
      coin: { symbol: 'SOL', standard: 'native', address: null, decimals: 9 },
      token: { symbol: 'USDC', standard: 'spl', address: LOCAL_MINT, decimals: 6 },
    },
    endpoints: [await openEndpoint(ledger), await openEndpoint(ledger)],
    ...{ faults: SHARED_FAULTS, lies: Object.keys(LIES), places },
    pass: everyMs(SLOT_MS, () => ledger.nextSlot((ledger.newestSlot() + 1) % SLOTS_TO_ONE_WITHOUT_BLOCK !== 0)),
    newest: ledger.finalSlot,
    send: async (sending) => {
      const wire = Buffer.from(legacy({ blockhash }, [payer], instructionsOf(sending)));
      const txid = signatureOf(readWire(wire));
      sent.set(txid, sending);
      ledger.submit(wire);
      return txid;
    },
    forget: () => ledger.forgetBefore(ledger.finalSlot()),
  };
};
