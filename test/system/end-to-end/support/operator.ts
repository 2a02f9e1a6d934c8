import { runProgram } from './run-service';

type Environment = Readonly<Record<string, string>>;

const ADDED_WITHIN_MS = 120_000;

/** The same environment with the key of an admin of the ledger there. */
export const withOperator = async (environment: Environment): Promise<Environment> => {
  const words = ['operator', 'add', 'ana', '--role', 'admin', '--json'];
  const { code, stdout, stderr } = await runProgram('ledger', words, environment, ADDED_WITHIN_MS);
  if (code !== 0) throw new Error(`no operator could be added: ${stderr}`);
  const { operatorKey } = JSON.parse(stdout) as { readonly operatorKey: string };
  return { ...environment, LASTRO_OPERATOR_KEY: operatorKey };
};
