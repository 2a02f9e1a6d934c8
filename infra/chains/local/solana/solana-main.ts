import { serveSolana } from './rpc/server';
import { SLOT_MS } from './slots';
import { openSolanaLedger, type SolanaLedger } from './solana-ledger';

/** Leaders of the real chain miss slots too. */
const SLOTS_TO_ONE_WITHOUT_BLOCK = 7;

const isSkipped = (slot: number): boolean => slot % SLOTS_TO_ONE_WITHOUT_BLOCK === 0;

/** Includes the slots that passed while this machine slept. */
const catchUp = (ledger: SolanaLedger, startedAtMs: number): void => {
  const due = Math.floor((Date.now() - startedAtMs) / SLOT_MS);
  while (ledger.newestSlot() < due) ledger.nextSlot(!isSkipped(ledger.newestSlot() + 1));
};

const main = async (): Promise<void> => {
  const startedAtSeconds = Math.floor(Date.now() / 1_000);
  const ledger = openSolanaLedger({ startedAtSeconds });
  setInterval(() => catchUp(ledger, startedAtSeconds * 1_000), SLOT_MS / 4);
  const { url } = await serveSolana(ledger);
  process.stdout.write(`Listening on ${new URL(url).host} ${ledger.genesisHash}\n`);
};

main().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
});
