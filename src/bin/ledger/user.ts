import { Argument, type Command } from 'commander';
import type { KycStatus } from '../../../aggregates/user/events';
import { addUserLists } from './lists/user-lists';
import { inSession, type OperatorOptions, operatorContext, print, untilApplied, withOperator } from './operator';
import { addUserConflicts } from './user-conflicts';

const STATUSES: readonly KycStatus[] = ['PENDING', 'SUBMITTED', 'APPROVED', 'REJECTED'];

export const addUserCommands = (program: Command): void => {
  const user = program.command('user').description('manage a user');
  addUserLists(user);
  addUserConflicts(user);
  withOperator(user.command('kyc <userId>'))
    .addArgument(new Argument('<status>', 'the status to set').choices(STATUSES))
    .description('set the KYC status of a user')
    .action(changeKyc);
  const subject = program.command('subject').description('manage the data of a person');
  withOperator(subject.command('erase <userId>'))
    .description('erase the personal data of a user permanently; needs --reason')
    .action(erase);
};

const changeKyc = async (userId: string, status: KycStatus, options: OperatorOptions): Promise<void> =>
  inSession(async (session) => {
    const context = await operatorContext(session, options);
    const { position } = await session.service.changeKycStatus({ userId, status }, context);
    await untilApplied(session, position);
    print(options.json, { userId, kycStatus: status, changed: position !== null }, [`${userId}: ${status}`]);
  });

const erase = async (userId: string, options: OperatorOptions): Promise<void> => {
  if (options.reason === undefined) throw new Error('subject erase needs --reason');
  const { reason } = options;
  await inSession(async (session) => {
    const erased = await session.service.eraseSubject(
      { userId, reason },
      await operatorContext(session, options, 'administer'),
    );
    print(options.json, erased, [`${erased.subjectId}: erased; the personal data can no longer be read`]);
  });
};
