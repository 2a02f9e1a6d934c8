import { addOperator } from '../../../commands/operator/add-operator';
import { approveOperator } from '../../../commands/operator/change-operator';
import { findOperator } from '../../../commands/operator/find-operator';
import { core } from '../../core';
import { asked } from './asked';

const of = (operatorName: string, by: string | null) =>
  ({ operatorName, role: 'admin', by, isEmbedded: false }) as const;

test('shows a key once, and stores only its hash', async () => {
  const deps = core();
  const added = await addOperator(deps)(of('ana', null), asked(deps));
  expect(added).toMatchObject({ operatorName: 'ana', role: 'admin', needsApproval: false });
  expect(added.operatorKey).toMatch(/^op_[0-9a-f]{64}$/);
  const log = JSON.stringify(await deps.eventStore.readStream('operators-all'), (_name, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  expect(log).not.toContain(added.operatorKey.slice(3));
  expect(await findOperator(deps.eventStore, added.operatorKey)).toMatchObject({ operatorName: 'ana' });
});

test('finds no operator by a key that waits for the second admin until the approval', async () => {
  const deps = core();
  await addOperator(deps)(of('ana', null), asked(deps));
  await addOperator(deps)(of('eva', 'ana'), asked(deps));
  const { operatorKey, needsApproval } = await addOperator(deps)(of('bob', 'ana'), asked(deps));
  expect([needsApproval, await findOperator(deps.eventStore, operatorKey)]).toEqual([true, null]);
  await approveOperator(deps)({ operatorName: 'bob', role: 'admin', by: 'eva' }, asked(deps));
  expect(await findOperator(deps.eventStore, operatorKey)).toMatchObject({ operatorName: 'bob', status: 'ACTIVE' });
});

test('adds one of many simultaneous first admins', async () => {
  const deps = core();
  const names = ['ana', 'bob', 'eva', 'kim'];
  const tries = await Promise.allSettled(names.map((name) => addOperator(deps)(of(name, null), asked(deps))));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
