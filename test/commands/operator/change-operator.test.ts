import { addOperator } from '../../../commands/operator/add-operator';
import { approveOperator, revokeOperator } from '../../../commands/operator/change-operator';
import { findOperator } from '../../../commands/operator/find-operator';
import { core } from '../../core';
import { asked } from './asked';

const added = async (deps: ReturnType<typeof core>, operatorName: string, by: string | null) =>
  addOperator(deps)({ operatorName, role: 'admin', by, isEmbedded: false }, asked(deps));

test('finds no operator by a revoked key, even after another approval', async () => {
  const deps = core();
  await added(deps, 'ana', null);
  const { operatorKey } = await added(deps, 'bob', 'ana');
  await revokeOperator(deps)({ operatorName: 'bob', by: 'ana' }, asked(deps));
  await revokeOperator(deps)({ operatorName: 'bob', by: 'ana' }, asked(deps));
  expect(await findOperator(deps.eventStore, operatorKey)).toBeNull();
  const approving = approveOperator(deps)({ operatorName: 'bob', role: 'admin', by: 'ana' }, asked(deps));
  await expect(approving).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
  const again = await added(deps, 'bob', 'ana');
  expect(await findOperator(deps.eventStore, again.operatorKey)).toMatchObject({ operatorName: 'bob' });
  expect(await findOperator(deps.eventStore, operatorKey)).toBeNull();
});
