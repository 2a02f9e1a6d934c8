import type { Command } from 'commander';
import { inSession, mustSayWhy, type OperatorOptions, operatorContext, print, withOperator } from '../operator';

/** `ledger deposits assign`. */
export const addResolutionCommands = (deposits: Command): void => {
  withOperator(deposits.command('assign <depositId> <intentId>'))
    .description(
      'let an unmatched deposit pay a PENDING intent of its network and asset whose amount it covers; the clauses that the deposit breaks are set aside and named; needs --actor and --reason',
    )
    .action(assign);
};

const assign = async (depositId: string, intentId: string, options: OperatorOptions): Promise<void> => {
  const reason = mustSayWhy('deposits assign', options);
  await inSession(async (session) => {
    const context = await operatorContext(session, options);
    const asked = { depositId, intentId, operator: context.actor.id, reason };
    const { setAside } = await session.service.assignDeposit(asked, context);
    const aside = setAside.length === 0 ? 'nothing is set aside' : `set aside: ${setAside.join(', ')}`;
    print(options.json, { depositId, intentId, setAside }, [`${depositId}: pays ${intentId}; ${aside}`]);
  });
};
