import { type Command, Option } from 'commander';
import { OPERATOR_ROLES, type OperatorRole } from '../../../aggregates/operator/events';
import type { Identity } from '../../../aggregates/operator/identity';
import type { Operator } from '../../../aggregates/operator/operators';
import { addOperator } from '../../../commands/operator/add-operator';
import { approveOperator, revokeOperator } from '../../../commands/operator/change-operator';
import { listOperators } from '../../../commands/operator/find-operator';
import { setOperatorEmail } from '../../../commands/operator/set-operator-email';
import type { Session } from '../wiring/session';
import { filled, inSession, type OperatorOptions, operatorContext, print, withOperator } from './operator';
import { isKeyGiven, namedOperator, operatorFor } from './operator-key';

export const addOperatorCommands = (program: Command): void => {
  const operator = program.command('operator').description('manage the operators of this ledger and their keys');
  withOperator(operator.command('add <name>'))
    .description('issue a key, shown once. With two admins the other admin must approve the key')
    .addOption(new Option('--role <role>', 'the role of the key').choices(OPERATOR_ROLES).makeOptionMandatory())
    .action(add);
  withOperator(operator.command('approve <name>'))
    .description('approve a key that another admin issued')
    .addOption(
      new Option('--role <role>', 'the role of the key, as you know it').choices(OPERATOR_ROLES).makeOptionMandatory(),
    )
    .action(approve);
  withOperator(operator.command('set <name>'))
    .description(
      'bind the e-mail address at the identity provider. With two admins the other admin repeats the command',
    )
    .requiredOption('--email <address>', 'as the identity provider has verified it')
    .action(setEmail);
  withOperator(operator.command('revoke <name>'))
    .description('revoke a key immediately and permanently')
    .action(revoke);
  operator
    .command('list')
    .description('list the operators, without secrets')
    .option('--json', 'print only JSON on stdout')
    .action(list);
};

const add = async (name: string, options: OperatorOptions & { readonly role: OperatorRole }): Promise<void> =>
  inSession(async (session) => {
    const { ports } = session.adapters;
    const by = await adminOf(session);
    const { isEmbedded } = session;
    // The first admin outside embedded mode has no key to be asked for.
    const context = await operatorContext({ ...session, isEmbedded: isEmbedded || by === null }, options, 'administer');
    const asked = { operatorName: filled(name), role: options.role, by: by?.operatorName ?? null, isEmbedded };
    const added = await addOperator(ports)(asked, context);
    print(options.json, added, [
      `operator      ${added.operatorName} (${added.role})`,
      `operator key  ${added.operatorKey}`,
      'Save the secret now: it is not stored and will not be shown again.',
      ...(added.needsApproval
        ? [`The key works after another admin runs: ledger operator approve ${name} --role ${added.role}`]
        : []),
    ]);
  });

const adminOf = (session: Session): Promise<Operator | null> =>
  isKeyGiven ? operatorFor(askingOf(session), 'administer') : Promise.resolve(null);

const askingOf = ({ adapters, isEmbedded }: Session) => ({ eventStore: adapters.ports.eventStore, isEmbedded });

interface ApproveOptions extends OperatorOptions {
  readonly role: OperatorRole;
}

const approve = async (operatorName: string, options: ApproveOptions): Promise<void> =>
  inSession(async (session) => {
    const { role } = options;
    const { ports } = session.adapters;
    const by = await namedOperator(ports.eventStore, 'administer');
    const context = await operatorContext(session, options, 'administer');
    await approveOperator(ports)({ operatorName, role, by: by.operatorName }, context);
    print(options.json, { operatorName, role, status: 'ACTIVE' }, [
      `${operatorName}: approved as ${role} by ${by.operatorName}`,
    ]);
  });

const setEmail = async (operatorName: string, options: OperatorOptions & { readonly email: string }): Promise<void> =>
  inSession(async (session) => {
    const { ports, identityDigest } = session.adapters;
    const { isEmbedded } = session;
    const context = await operatorContext(session, options, 'administer');
    const by = (await operatorFor(askingOf(session), 'administer'))?.operatorName ?? null;
    const asked = { operatorName, email: filled(options.email), by, isEmbedded };
    const { isInForce } = await setOperatorEmail({ ...ports, identityDigest })(asked, context);
    print(options.json, { operatorName, email: isInForce ? 'SET' : 'WAITING' }, [
      isInForce
        ? `${operatorName}: signs in with this address`
        : `${operatorName}: the address signs nobody in before another admin runs the same command`,
    ]);
  });

const emailOf = ({ waiting, emailHash }: Identity): 'NONE' | 'WAITING' | 'SET' => {
  if (waiting !== null) return 'WAITING';
  return emailHash === null ? 'NONE' : 'SET';
};

const revoke = async (operatorName: string, options: OperatorOptions): Promise<void> =>
  inSession(async (session) => {
    const context = await operatorContext(session, options, 'administer');
    const by = (await operatorFor(askingOf(session), 'administer'))?.operatorName ?? null;
    await revokeOperator(session.adapters.ports)({ operatorName, by }, context);
    print(options.json, { operatorName, status: 'REVOKED' }, [`${operatorName}: revoked`]);
  });

const list = async (options: { readonly json?: boolean }): Promise<void> =>
  inSession(async ({ adapters }) => {
    const all = await listOperators(adapters.ports.eventStore);
    const shown = all.map(({ keyHash: _hash, identity, ...operator }) => ({ ...operator, email: emailOf(identity) }));
    const lines = shown.map(
      ({ operatorName, role, status, addedAt, addedBy, email }) =>
        `${operatorName}  ${role}  ${status}  since ${addedAt}${addedBy === null ? '' : `, by ${addedBy}`}, e-mail ${email}`,
    );
    print(options.json, shown, lines.length === 0 ? ['No operators'] : lines);
  });
