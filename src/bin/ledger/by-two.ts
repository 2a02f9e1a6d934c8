import { mayDo } from '../../../aggregates/operator/permissions';
import type { CommandContext } from '../../../commands/handling/context';
import type { Decision } from '../../../commands/payout/trouble/decide-payout';
import type { Session } from '../session';
import { inSession, type OperatorOptions, operatorContext, print } from './operator';
import { namedOperator } from './operator-key';

/** What is decided, by the name that its id has in the command's JSON. */
export interface About {
  readonly name: 'paymentId' | 'intentId' | 'withdrawId';
  readonly id: string;
}

export interface ByTwo {
  readonly decide: (
    session: Session,
    who: { readonly by: string; readonly mayPropose: boolean },
    context: CommandContext,
  ) => Promise<Decision>;
  /** What is so once it is decided, in words. */
  readonly end: string;
}

/** The first operator proposes, another one decides. */
export const byTwo = async ({ name, id }: About, options: OperatorOptions, { decide, end }: ByTwo): Promise<void> =>
  inSession(async (session) => {
    const { operatorName: by, role } = await namedOperator(session.adapters.ports.eventStore, 'approve');
    const context = await operatorContext(session, options, 'approve');
    const decision = await decide(session, { by, mayPropose: mayDo(role, 'operate') }, context);
    const told = decision === 'DECIDED' ? end : `proposed by ${by}; another operator has to give the same command`;
    print(options.json, { [name]: id, decision }, [`${id}: ${told}`]);
  });
