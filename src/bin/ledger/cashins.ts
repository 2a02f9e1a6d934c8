import type { Command } from 'commander';
import type { ReleasedCashin } from '../../../commands/cashin/trouble/release-cashin';
import { addCashinDecisionCommand, addPixCommand } from './cashin-decisions';
import { inSession, mustSayWhy, type OperatorOptions, operatorContext, print, withOperator } from './operator';

/** `ledger cashins release|decide|settle`. */
export const addCashinCommands = (program: Command): void => {
  const cashins = program.command('cashins').description('cash-ins in trouble; all need --reason, and who');
  withOperator(cashins.command('release <intentId>'))
    .description(
      'let a cash-in go on that the loss of a log holds: its providers are asked first, and what they know is taken up and never sent',
    )
    .action(release);
  addCashinDecisionCommand(cashins);
  addPixCommand(cashins);
};

const release = async (intentId: string, options: OperatorOptions): Promise<void> => {
  mustSayWhy('cashins release', options);
  await inSession(async (session) => {
    const context = await operatorContext(session, options);
    const released = await session.service.releaseCashin(intentId, context);
    const changed = released.outcome !== 'UNCHANGED';
    print(options.json, { intentId, changed, ...released }, [`${intentId}: ${wordsOf(released)}`]);
  });
};

const wordsOf = (released: ReleasedCashin): string => {
  switch (released.outcome) {
    case 'RELEASED':
      return 'released';
    case 'UNCHANGED':
      return 'nothing to change';
    case 'RECOVERED': {
      const { delivery, refunds } = released;
      const found = [
        ...(delivery === null ? [] : [`delivery ${delivery.deliveryId}`]),
        ...refunds.map(({ refundKey }) => `refund ${refundKey}`),
      ];
      return `${found.join(', ')}: known there, taken up and not sent again; it stays held`;
    }
  }
};
