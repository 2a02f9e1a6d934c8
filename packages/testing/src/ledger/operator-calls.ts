import type { DepositId } from '../../../../aggregates/chain';
import { assignDeposit } from '../../../../commands/deposit/resolving/assign-deposit';
import type { Resolution } from '../../../../commands/deposit/resolving/resolving';
import { writeOffDeposit } from '../../../../commands/deposit/resolving/write-off-deposit';
import type { CommandContext } from '../../../../commands/handling/context';
import { refundDeposit } from '../../../../commands/trouble/refund-deposit';
import type { MemoryDeps } from './deps';

/** A deposit that is not matched; each call is a decision of this operator. */
export interface DepositWord {
  readonly depositId: DepositId;
  /** Default: ana. */
  readonly operator?: string;
}

export interface RefundedDeposit extends DepositWord {
  /** The transaction that gave the deposit back. */
  readonly txid: string;
  /** Default: the sender. Any other address takes two operators. */
  readonly to?: string;
}

/**
 * Decisions of operators on deposits of the inbox. Each refund is taken to be on its chain as given. Each throws a
 * rejection.
 */
export const operatorCalls = (deps: MemoryDeps) => {
  const contextOf = (id: string): CommandContext => {
    const commandId = deps.ids.uuid();
    return {
      ...{
        commandId,
        isFresh: true,
        correlationId: commandId,
        causationId: commandId,
        actor: { kind: 'operator', id },
      },
      ...{ partnerId: null, subjectId: null, mode: null, requestId: null, reason: null },
    };
  };
  const wordOf = ({ operator = 'ana' }: DepositWord) => ({
    ...{ operator, reason: 'ticket', isNamed: true, mayPropose: true },
  });
  return {
    /** Pays an intent with the deposit. PROPOSED: another operator must decide the same. */
    assignDeposit: async (word: DepositWord & { readonly intentId: string }): Promise<Resolution> => {
      const asked = { ...word, ...wordOf(word) };
      return (await assignDeposit(deps)(asked, contextOf(asked.operator))).resolution;
    },
    refundDeposit: (word: RefundedDeposit): Promise<Resolution> => {
      const asked = { ...word, ...wordOf(word) };
      return refundDeposit(deps)(asked, contextOf(asked.operator));
    },
    /** Keeps the deposit, and pays nothing for it. */
    writeOffDeposit: (word: DepositWord): Promise<Resolution> => {
      const asked = { ...word, ...wordOf(word) };
      return writeOffDeposit(deps)(asked, contextOf(asked.operator));
    },
  };
};
