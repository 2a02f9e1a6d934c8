import { appendStatement, repliesOf } from '../../../../packages/event-store/log/append-statement';
import { stored } from '../server/stored';
import { requestOf } from './requests';

describe('the statement of an append', () => {
  it('doubles quotes, and leaves backslashes unchanged', () => {
    const events = [stored(1, { data: `{"a":"it's \\" $1"}`, metadata: Buffer.from([0, 255]) })];
    const text = appendStatement([requestOf("o'ne", { expected: 'any', events })]);
    expect(text).toContain(`ARRAY['o''ne']::text[]`);
    expect(text).toContain('ARRAY[-2]::bigint[]');
    expect(text).toContain(`ARRAY['{"a":"it''s \\" $1"}']::text[]`);
    expect(text).toContain(`ARRAY['\\x00ff']::bytea[]`);
  });

  it('names the append of each event', () => {
    const batch = [requestOf('a', { events: [stored(1), stored(2)] }), requestOf('b')];
    expect(appendStatement(batch)).toContain('ARRAY[1,1,2]::integer[]');
  });
});

describe('the replies to a call', () => {
  it('count positions over written events, and give a repetition its own', () => {
    const two = [stored(1), stored(2)];
    const batch = [requestOf('a', { events: two }), requestOf('b'), requestOf('c'), requestOf('d', { events: [] })];
    const decided = {
      ...{ base: 10, lasts: [3, 5, 7, 2], writes: [true, false, false, true] },
      ...{ revisions: [null, 4, null, null], positions: [null, 6, null, null] },
    };
    expect(repliesOf(batch, decided)).toEqual([
      { outcome: 'appended', revision: 5, position: 12 },
      { outcome: 'appended', revision: 4, position: 6 },
      { outcome: 'wrong_revision', current: 7 },
      { outcome: 'appended', revision: 2, position: null },
    ]);
  });
});
