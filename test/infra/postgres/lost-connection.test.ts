import pino from 'pino';
import { createPool } from '../../../infra/postgres/pool';

test('reports a lost idle connection, but not after the end of the pool', async () => {
  const lines: string[] = [];
  const pool = createPool('postgres://localhost', pino({ level: 'warn' }, { write: (line) => lines.push(line) }));
  pool.emit('error', new Error('terminated'));
  await pool.end();
  pool.emit('error', new Error('terminated'));
  expect(lines).toHaveLength(1);
});
