import { rejection } from '../../aggregates/rejection';
import { type CommandOutcome, type CommandWatch, observedService } from '../../src/observed-service';
import type { Service } from '../../src/service';

/** A service of one command, one question and one reaction, each of which does what it is told. */
const watched = () => {
  const ended: (readonly [string, CommandOutcome])[] = [];
  const drawn: string[] = [];
  const watch: CommandWatch = {
    ended: (command, outcome) => void ended.push([command, outcome]),
    around: (command, run) => {
      drawn.push(command);
      return run();
    },
    isUnavailable: (error) => error instanceof Error && error.message === 'away',
  };
  const does = async (work: () => unknown, ...rest: unknown[]) => [await work(), ...rest];
  const service = { issueQuote: does, getQuote: does, reactions: { 'match-deposit': does } };
  const seen = observedService(service as unknown as Service, watch) as unknown as typeof service;
  return { seen, ended, drawn };
};

const throwing = (error: unknown) => async () => {
  throw error;
};

test('reports a command under its name, and leaves its answer unchanged', async () => {
  const { seen, ended, drawn } = watched();
  expect(await seen.issueQuote(() => 'quote', 'context')).toEqual(['quote', 'context']);
  expect(await seen.reactions['match-deposit'](() => 'done')).toEqual(['done']);
  expect(ended).toEqual([
    ['issueQuote', 'done'],
    ['match-deposit', 'done'],
  ]);
  expect(drawn).toEqual(['issueQuote', 'match-deposit']);
});

test('ignores a question, which is no command', async () => {
  const { seen, ended, drawn } = watched();
  expect(await seen.getQuote(() => 'quote')).toEqual(['quote']);
  expect([ended, drawn]).toEqual([[], []]);
});

test.each<[string, unknown, CommandOutcome]>([
  ['a rule refuses it', rejection('QUOTE_EXPIRED', 'no'), 'refused'],
  ['a field is wrong', rejection('VALIDATION_ERROR', 'no'), 'refused'],
  ['somebody else was first', rejection('CONCURRENT_OPERATION', 'no'), 'conflict'],
  ['somebody else has it', rejection('USER_CONFLICT', 'no'), 'conflict'],
  ['the quote was used', rejection('QUOTE_ALREADY_USED', 'no'), 'conflict'],
  ['the ledger is busy', rejection('SERVICE_UNAVAILABLE', 'no'), 'unavailable'],
  ['a store is away', new Error('away'), 'unavailable'],
  ['something broke', new Error('boom'), 'failed'],
  ['something that is no error was thrown', 'boom', 'failed'],
])('when %s, that is what is told, and the caller hears the same as without', async (_why, error, outcome) => {
  const { seen, ended } = watched();
  await expect(seen.issueQuote(throwing(error))).rejects.toBe(error);
  expect(ended).toEqual([['issueQuote', outcome]]);
});
