import { moveStore, targetUrl } from '../../src/bin/ledger/store/move';
import { displayMove } from '../../src/bin/ledger/store/move-progress';
import { nameOfTarget } from '../../src/bin/ledger/store/moving';

const URL = 'esdb://mover:hidden@one.example:2113,two.example:2113?tls=true';
const BY_ANA = { actor: 'ana', reason: 'wrong machine' };

describe('E13: what an operator says to move a ledger', () => {
  test.each(['embedded', URL, 'esdb+discover://one.example:2113'])('is where to: %s', (text) =>
    expect(targetUrl(text)).toBe(text));

  test.each(['elsewhere', 'http://one.example:2113', 'esdb://mover:hidden@'])('is no such place: %s', (text) => {
    expect(() => targetUrl(text)).toThrow(/^It .*, or be "embedded"\.$/);
    expect(() => targetUrl(text)).not.toThrow(/hidden/);
  });

  test('is kept without user and password', () => {
    expect([nameOfTarget(URL), nameOfTarget('embedded')]).toEqual(['one.example:2113,two.example:2113', 'embedded']);
  });

  test.each([
    ['a move needs to know where to', {}, 'needs --to'],
    ['who takes a move back says so', { cancel: true, to: URL, reason: 'wrong machine' }, '--actor'],
    ['who takes a move back says why', { cancel: true, to: URL, actor: 'ana' }, '--reason'],
    ['a cancelled move is asked for at its store, or that is gone', { cancel: true, ...BY_ANA }, '--target-destroyed'],
  ])('%s', (_name, options, words) => expect(moveStore(options)).rejects.toThrow(words));
});

describe('E13: the progress of a move', () => {
  const shown = (isTTY: boolean) => {
    const lines: string[] = [];
    const stream = { isTTY, write: (line: string) => lines.push(line) } as unknown as NodeJS.WriteStream;
    return { lines, display: displayMove(stream) };
  };

  test('is a line for each step where nobody watches, and no more than one a second', () => {
    const { lines, display } = shown(false);
    display.show({ step: 'COPY', done: 0, total: 1_000 });
    for (let done = 1; done <= 100; done += 1) display.show({ step: 'COPY', done, total: 1_000 });
    display.show({ step: 'APPEND', done: 0, total: null });
    display.show({ step: 'COMPARE', done: 0, total: null });
    display.close();
    expect(lines).toEqual(['move: copying events, 0 of 1000\n', 'move: comparing events, 0\n']);
  });
});
