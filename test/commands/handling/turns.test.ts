import { user } from '../../../aggregates/user/user';
import { handle } from '../../../commands/handling/handle';
import { createTurns } from '../../../commands/handling/turns';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, core, happened } from '../../core';

/** A work that ends on command. */
const work = (log: string[], name: string) => {
  let end: (error?: Error) => void = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve() : reject(error));
  });
  const run = async (): Promise<string> => {
    log.push(`${name} begins`);
    await ended;
    log.push(`${name} ends`);
    return name;
  };
  return { run, end: (error?: Error) => end(error) };
};

const settle = () => new Promise((resolve) => void setImmediate(resolve));

test('runs the works on one stream in the order of their arrival', async () => {
  const log: string[] = [];
  const inTurn = createTurns();
  const [first, second] = [work(log, 'first'), work(log, 'second')];
  const answers = Promise.all([inTurn('a', first.run), inTurn('a', second.run)]);
  second.end();
  await settle();
  expect(log).toEqual(['first begins']);
  first.end();
  expect(await answers).toEqual(['first', 'second']);
  expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

test('runs works on different streams at the same time', async () => {
  const log: string[] = [];
  const inTurn = createTurns();
  const [first, second] = [work(log, 'first'), work(log, 'second')];
  const slow = inTurn('a', first.run);
  second.end();
  expect(await inTurn('b', second.run)).toBe('second');
  first.end();
  expect(await slow).toBe('first');
});

test('lets 40 simultaneous commands on one stream succeed', async () => {
  const deps = { ...core(), inTurn: createTurns() };
  await happened(deps.eventStore, event('UserRegistered'));
  const changes = Array.from({ length: 40 }, (_, index) =>
    handle(deps, user, {
      id: 'u1',
      context: asking(`change ${index}`, { isFresh: true }),
      command: { type: index % 2 === 0 ? 'BlockUser' : 'UnblockUser', userId: 'u1', reason: 'because', now: time(0) },
    }),
  );
  expect((await Promise.all(changes)).map(({ revision }) => revision)).toEqual(changes.map((_, index) => index + 1));
});
