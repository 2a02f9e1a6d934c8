import { countAppend, countStatement, noCalls } from '../../bench/calls/calls';

const countedOf = (texts: readonly string[]) => {
  const calls = noCalls();
  let isInside = false;
  for (const text of texts) isInside = countStatement(calls, text, isInside);
  return calls;
};

test('counts reads of a stream, statements and simulators apart', () => {
  const texts = [
    'SELECT position FROM event_store.events',
    'SELECT * FROM lastro.users',
    'select 1 from sandbox_bank.times',
  ];
  expect(countedOf(texts)).toEqual({ ...noCalls(), streamReads: 1, statements: 1, simulated: 1 });
});

test('counts a transaction as one commit, and its BEGIN and COMMIT as no statement', () => {
  const texts = ['BEGIN', 'INSERT INTO lastro.a VALUES (1)', 'UPDATE lastro.b SET c = 1', 'COMMIT'];
  expect(countedOf(texts)).toEqual({ ...noCalls(), statements: 2, commits: 1 });
  expect(countedOf(['BEGIN', 'DELETE FROM lastro.a', 'ROLLBACK'])).toEqual({ ...noCalls(), statements: 1 });
});

test('counts a single statement that writes, and an append, as a commit each', () => {
  expect(countedOf(['WITH gone AS (DELETE FROM lastro.a RETURNING 1) SELECT'])).toMatchObject({ commits: 1 });
  expect(countedOf(['SELECT 1'])).toMatchObject({ commits: 0 });
  const calls = noCalls();
  countAppend(calls);
  expect(calls).toEqual({ ...noCalls(), appends: 1, commits: 1 });
});
