import type { NetworkQuestions, UndecidedDeposit } from '../../../../commands/ports/chains/network-standing';
import type { NetworkRow } from '../../../reads/networks/network-rows';
import type { OpsNetwork, OpsNetworkQuestion } from './networks.dto';

const KINDS: { readonly [Name in keyof Required<NetworkQuestions>]: OpsNetworkQuestion['kind'] } = {
  ...{ finality: 'FINALITY', undecided: 'UNDECIDED', gap: 'GAP', receiver: 'RECEIVER' },
  ...{ haltedAssets: 'HALTED_ASSETS', unfitAssets: 'UNFIT_ASSETS' },
  ...{ warning: 'WARNING', failing: 'FAILING', lagging: 'LAGGING', givenUp: 'GIVEN_UP' },
};

type Question = NonNullable<NetworkQuestions[keyof NetworkQuestions]>;

export const networkAnswer = (row: NetworkRow): OpsNetwork => ({
  ...{ network: row.network, isConfigured: row.configured, mode: row.mode },
  ...{ cursor: row.cursor, final: row.final, lookedAt: row.lookedAt },
  questions: (Object.keys(KINDS) as (keyof NetworkQuestions)[]).flatMap((name) => {
    const question = row.questions[name];
    return question === undefined ? [] : [questionOf(KINDS[name], question)];
  }),
  ...{ unread: row.unread, unreadSince: row.unreadSince },
  givenUp: row.givenUp.map(({ txid: transaction, height, reason, givenUpAt }) => ({
    ...{ transaction, height, reason, givenUpAt },
  })),
});

const questionOf = (kind: OpsNetworkQuestion['kind'], question: Question): OpsNetworkQuestion =>
  typeof question === 'string'
    ? { kind, says: question, items: [] }
    : { kind, says: null, items: question.map((one) => itemOf(one)) };

const itemOf = (one: string | number | UndecidedDeposit) =>
  typeof one === 'object' ? { id: one.depositId, reason: one.reason } : { id: String(one), reason: null };
