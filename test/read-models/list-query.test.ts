import { joined, listStatement } from '../../read-models/list-query';

const list = (status: string | null) =>
  listStatement({
    select: 'SELECT * FROM t',
    where: [['a = ? AND b = ?', 1, 2], status === null ? null : ['status = ?', status], ['NOT gone']],
    ending: ['ORDER BY a LIMIT ?', 5],
  });

test('makes a condition of a present filter, and none of an absent one', () => {
  expect(list('X')).toEqual({
    text: 'SELECT * FROM t WHERE a = $1 AND b = $2 AND status = $3 AND NOT gone ORDER BY a LIMIT $4',
    values: [1, 2, 'X', 5],
  });
  expect(list(null)).toEqual({
    text: 'SELECT * FROM t WHERE a = $1 AND b = $2 AND NOT gone ORDER BY a LIMIT $3',
    values: [1, 2, 5],
  });
});

test('keeps the values of joined lists in the order of their texts', () => {
  const other = { text: 'LIMIT ?', values: [7] };
  expect(joined([list('X'), other], ([rows, limit]) => `SELECT * FROM (${rows}) r ${limit}`)).toEqual({
    text: 'SELECT * FROM (SELECT * FROM t WHERE a = $1 AND b = $2 AND status = $3 AND NOT gone ORDER BY a LIMIT $4) r LIMIT $5',
    values: [1, 2, 'X', 5, 7],
  });
});
