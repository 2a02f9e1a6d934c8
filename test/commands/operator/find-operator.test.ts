import { addOperator } from '../../../commands/operator/add-operator';
import { findOperator, listOperators } from '../../../commands/operator/find-operator';
import { core } from '../../core';
import { asked } from './asked';

test.each([
  '',
  'op_',
  `op_${'0'.repeat(64)}`,
  'cd'.repeat(32),
  `sk_live_${'0'.repeat(64)}`,
])('finds no operator by the key %j', async (key) => {
  const deps = core();
  await addOperator(deps)({ operatorName: 'ana', role: 'admin', by: null, isEmbedded: false }, asked(deps));
  expect(await findOperator(deps.eventStore, key)).toBeNull();
});

test('lists operators by name', async () => {
  const deps = core();
  for (const [operatorName, by] of [
    ['eva', null],
    ['ana', 'eva'],
  ] as const)
    await addOperator(deps)({ operatorName, role: 'admin', by, isEmbedded: false }, asked(deps));
  expect((await listOperators(deps.eventStore)).map(({ operatorName }) => operatorName)).toEqual(['ana', 'eva']);
});
