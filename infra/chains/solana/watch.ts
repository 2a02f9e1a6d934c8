import type { ClosedWatch } from '../closed/watch';
import { associatedAccount } from './protocol/associated-account';
import { TOKEN_PROGRAMS } from './protocol/programs';

export interface TokenAccount {
  readonly address: string;
  readonly receiver: string;
  readonly mint: string;
  /** The program that must own the mint for this account to exist. */
  readonly program: string;
}

export interface SolanaWatch extends ClosedWatch {
  /** Associated accounts of every receiver for every mint of the catalog, under both token programs. */
  readonly tokenAccounts: ReadonlyMap<string, TokenAccount>;
}

export const solanaWatchOf = (watch: ClosedWatch): SolanaWatch => {
  const accounts = watch.receivers.flatMap((receiver) =>
    [...watch.assets.keys()].flatMap((mint) =>
      TOKEN_PROGRAMS.map((program) => ({
        ...{ address: associatedAccount(receiver, mint, program), receiver, mint, program },
      })),
    ),
  );
  return { ...watch, tokenAccounts: new Map(accounts.map((account) => [account.address, account])) };
};
