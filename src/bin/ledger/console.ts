import type { Command } from 'commander';
import { LINK_TTL_SECONDS, makeSignInLink } from '../../../commands/operator/console/sign-in-link';
import { readRunFile } from '../../../infra/run-file';
import { type Config, readConfig } from '../../config';
import { inSession, print } from './operator';
import { namedOperator } from './operator-key';

export const addConsoleCommands = (program: Command): void => {
  program
    .command('console')
    .description("the operators' screens")
    .command('login')
    .description(
      `print a link that signs in the owner of LASTRO_OPERATOR_KEY once, within ${LINK_TTL_SECONDS / 60} minutes`,
    )
    .option('--json', 'print only JSON on stdout')
    .action(login);
};

const login = async ({ json }: { readonly json?: boolean }): Promise<void> => {
  const config = readConfig(process.env);
  const base = await consoleOf(config);
  await inSession(async ({ adapters }) => {
    const { ports, pair } = adapters;
    // Only the log of this PostgreSQL knows the owner of the key.
    await pair.start();
    const operator = await namedOperator(ports.eventStore, null);
    const link = `${base}/console/#${await makeSignInLink(ports, config.production)(operator)}`;
    const { operatorName, role } = operator;
    print(json, { operatorName, role, link, seconds: LINK_TTL_SECONDS }, [
      link,
      `The link signs in ${operatorName} (${role}) once, within ${LINK_TTL_SECONDS / 60} minutes.`,
    ]);
  });
};

/** Where browsers find the console. */
const consoleOf = async ({ OPS_PUBLIC_URL, production, DATA_DIR }: Config): Promise<string> => {
  const url = OPS_PUBLIC_URL ?? (production ? undefined : (await readRunFile(DATA_DIR))?.url);
  if (url !== undefined) return url;
  throw new Error('The address of the console is unknown: set OPS_PUBLIC_URL, or start the service in development');
};
