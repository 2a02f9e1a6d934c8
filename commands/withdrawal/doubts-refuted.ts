import { type AskDebitDeps, askDebitAgain } from './ask-debit-again';

/** What funds a payout, and what speaks against it; absent: nothing. */
interface Funded {
  readonly id: string;
  readonly doubts?: readonly string[];
}

/** How many doubts about its debit are refuted: all, where its redemption, asked now, has it as it was settled; else none. */
export const doubtsRefutedOf = async (deps: AskDebitDeps, { id, doubts = [] }: Funded): Promise<number> => {
  if (doubts.length === 0) return 0;
  return (await askDebitAgain(deps)(id)).verdict === 'THERE' ? doubts.length : 0;
};
