import { rejection } from '../../aggregates/rejection';
import { silence } from '../../infra/event-store/client/client-errors';
import { onceAnswered } from '../../src/bin/once-answered';

const failing = (...errors: readonly Error[]) => {
  const left = [...errors];
  return async (): Promise<string> => {
    const error = left.shift();
    if (error !== undefined) throw error;
    return 'answered';
  };
};

const listening = () => {
  const warnings: string[] = [];
  return { warnings, warn: (_facts: unknown, message?: string) => void warnings.push(message ?? '') };
};

const QUICK = { patienceMs: 5_000, betweenMs: 1 };

test.each([
  ['the event store is silent', silence(416)],
  ['the database is away', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
  ['a command could not reach them', rejection('SERVICE_UNAVAILABLE', 'try again')],
])('%s: it is asked again, and told of once', async (_name, error) => {
  const logger = listening();
  expect(await onceAnswered(failing(error, error), logger as never, QUICK)).toBe('answered');
  expect(logger.warnings).toHaveLength(1);
});

test.each([
  'self-signed certificate',
  'unable to verify the first certificate',
  "Hostname/IP does not match certificate's altnames",
])('a wrong CA ends the start at once, although it comes as UNAVAILABLE: %s', async (reason) => {
  const refused = Object.assign(new Error(`14 UNAVAILABLE: No connection established. Last error: Error: ${reason}`), {
    code: 14,
  });
  const logger = listening();
  await expect(onceAnswered(failing(refused), logger as never, QUICK)).rejects.toBe(refused);
  expect(logger.warnings).toEqual([]);
});

test('what asking again cannot mend ends the start', async () => {
  const logger = listening();
  await expect(onceAnswered(failing(new Error('another mode')), logger as never, QUICK)).rejects.toThrow(
    'another mode',
  );
  expect(logger.warnings).toEqual([]);
});

test('a store that stays away ends the start with its error', async () => {
  const away = async (): Promise<never> => {
    throw silence(416);
  };
  await expect(onceAnswered(away, listening() as never, { patienceMs: 20, betweenMs: 1 })).rejects.toThrow(
    'sent nothing',
  );
});
