import { listOfUser, pageOfUser, type UserPage } from '../../../read-models/payments/user-list';

const scope = { partnerId: 'p1', mode: 'live', userId: 'u1' } as const;
type Page = UserPage & { readonly status?: string };
const list = {
  table: { name: 'things', key: 'thing_id' },
  filtersOf: ({ status }: Page) => [status === undefined ? null : (['status = ?', status] as const)],
};

const reading = (...answers: readonly (readonly object[])[]) => {
  const asked: { readonly text: string; readonly values: readonly unknown[] }[] = [];
  const query = async (text: string, values: readonly unknown[]) => {
    asked.push({ text, values });
    return (answers[asked.length - 1] ?? []) as never;
  };
  return { asked, reader: { ...scope, query } as never };
};

test('asks for an extra row of a page, with only the given filters', () => {
  const first = pageOfUser<never, Page>(list, scope, { limit: 20 }, null);
  expect(first).toEqual({
    text: 'SELECT * FROM lastro.things WHERE partner_id = $1 AND mode = $2 AND user_id = $3 ORDER BY created_at DESC, thing_id DESC LIMIT $4',
    values: ['p1', 'live', 'u1', 21],
  });
  const after = { created_at: '2026-11-20T12:00:00.000Z', thing_id: 't9' };
  const next = pageOfUser<never, Page>(list, scope, { limit: 20, status: 'FAILED' }, after);
  expect(next.text).toContain('AND status = $4 AND (created_at, thing_id) < ($5::timestamptz, $6::text)');
  expect(next.values).toEqual(['p1', 'live', 'u1', 'FAILED', after.created_at, 't9', 21]);
});

test('finds no page for a foreign cursor', async () => {
  const { asked, reader } = reading([]);
  expect(await listOfUser<never, Page>(list as never, reader, { limit: 5, cursor: 'foreign' })).toBeNull();
  expect(asked).toHaveLength(1);
  const own = reading([{ thing_id: 't1', created_at: 'then' }], [{ thing_id: 't0' }]);
  expect(await listOfUser<never, Page>(list as never, own.reader, { limit: 5, cursor: 't1' })).toEqual([
    { thing_id: 't0' },
  ]);
  expect(own.asked[1]?.values).toEqual(['p1', 'live', 'u1', 'then', 't1', 6]);
});
