import { partsOfStream, type StreamName, streamNamed } from '../../../aggregates/stream';
import {
  type AskDeliveryDeps,
  askDeliveryAgain,
  doubtDelivery,
} from '../../../commands/cashin/delivery/ask-delivery-again';
import type { FinalDebits } from '../../../commands/watching/debits/final-debits';
import { type AskDebitDeps, askDebitAgain, doubtDebit } from '../../../commands/withdrawal/debit/ask-debit-again';
import type { PositionBoard } from '../../../infra/projections/waiting/wait';
import { listFinalDebits } from '../../../read-models/matching/final-debits';
import type { Query } from '../../../read-models/table';

interface Owner {
  readonly ask: (id: string) => ReturnType<FinalDebits['ask']>;
  readonly doubt: (id: string, doubt: Parameters<FinalDebits['doubt']>[1]) => Promise<void>;
}

/** Final debits of wallets and treasuries of a network, by the streams of withdrawals and cash-ins. */
export const finalDebitsOf = (
  deps: AskDebitDeps & AskDeliveryDeps,
  query: Query,
  board: Pick<PositionBoard, 'waitUntilApplied'>,
  network: string,
): FinalDebits => {
  const ofWithdrawals: Owner = { ask: askDebitAgain(deps), doubt: doubtDebit(deps) };
  const ofCashins: Owner = { ask: askDeliveryAgain(deps), doubt: doubtDelivery(deps) };
  const ownerOf = (stream: StreamName): { readonly owner: Owner; readonly id: string } => {
    const parts = partsOfStream(stream);
    if (parts?.category === 'withdrawal') return { owner: ofWithdrawals, id: parts.id };
    if (parts?.category === 'cashin') return { owner: ofCashins, id: parts.id };
    throw new Error(`Stream ${stream} has no debit or delivery`);
  };
  return {
    untilApplied: (position) => board.waitUntilApplied(['final-debits'], position),
    list: async ({ fromHeight, ...wanted }) => {
      const page = { ...wanted, network, fromBlock: fromHeight.toString() };
      return (await listFinalDebits(query, page)).map(streamNamed);
    },
    ask: async (stream) => {
      const { owner, id } = ownerOf(stream);
      return owner.ask(id);
    },
    doubt: async (stream, doubt) => {
      const { owner, id } = ownerOf(stream);
      await owner.doubt(id, doubt);
    },
  };
};
