import { rejection } from '../../aggregates/rejection';
import { silence } from '../../infra/event-store/client/client-errors';
import { leadsNowhere, onceAnswered } from '../../src/bin/stores/once-answered';

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

const QUICK = { patienceMs: Infinity, betweenMs: 1 };

test.each([
  ['the event store is silent', silence(416)],
  ['the database is away', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
  ['a command could not reach them', rejection('SERVICE_UNAVAILABLE', 'try again')],
])('asks again when %s, and reports it once', async (_name, error) => {
  const logger = listening();
  expect(await onceAnswered(failing(error, error), logger as never, QUICK)).toBe('answered');
  expect(logger.warnings).toHaveLength(1);
});

test.each([
  'self-signed certificate',
  'unable to verify the first certificate',
  "Hostname/IP does not match certificate's altnames",
])('ends the start immediately at a wrong CA, although the error is UNAVAILABLE: %s', async (reason) => {
  const refused = Object.assign(new Error(`14 UNAVAILABLE: No connection established. Last error: Error: ${reason}`), {
    code: 14,
  });
  const logger = listening();
  await expect(onceAnswered(failing(refused), logger as never, QUICK)).rejects.toBe(refused);
  expect(logger.warnings).toEqual([]);
});

test('ends the start after an error that a retry cannot solve', async () => {
  const logger = listening();
  await expect(onceAnswered(failing(new Error('another mode')), logger as never, QUICK)).rejects.toThrow(
    'another mode',
  );
  expect(logger.warnings).toEqual([]);
});

test('ends the start with the error of a store that stays unreachable', async () => {
  const away = async (): Promise<never> => {
    throw silence(416);
  };
  await expect(onceAnswered(away, listening() as never, { patienceMs: 20, betweenMs: 1 })).rejects.toThrow(
    'sent no data',
  );
});

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });

test.each([
  ['a port where nobody listens', refused],
  ['every address of a host', Object.assign(new AggregateError([refused], ''), { code: 'ECONNREFUSED' })],
  ['the same through gRPC', Object.assign(new Error('14 UNAVAILABLE: connect ECONNREFUSED 127.0.0.1:1'), { code: 14 })],
])('ends the start at once when the first URL leads nowhere: %s', async (_name, error) => {
  const asking = onceAnswered(failing(error), listening() as never, { ...QUICK, isFinal: leadsNowhere });
  await expect(asking).rejects.toBe(error);
});

test('asks the first question again when the store is slow', async () => {
  const options = { ...QUICK, isFinal: leadsNowhere };
  expect(await onceAnswered(failing(silence(416)), listening() as never, options)).toBe('answered');
});
