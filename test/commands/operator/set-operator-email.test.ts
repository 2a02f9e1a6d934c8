import { addOperator } from '../../../commands/operator/add-operator';
import { setOperatorEmail } from '../../../commands/operator/set-operator-email';
import { createIdentityDigest } from '../../../infra/security/identity-digest';
import { core } from '../../core';
import { asked } from './asked';

test('stores a digest of the address in lower case, and reports the approval', async () => {
  const deps = { ...core(), identityDigest: createIdentityDigest(Buffer.alloc(32, 7)) };
  const add = async (operatorName: string, by: string | null) =>
    addOperator(deps)({ operatorName, role: 'admin', by, isEmbedded: false }, asked(deps));
  const set = async (email: string, by: string) =>
    setOperatorEmail(deps)({ operatorName: 'ana', email, by, isEmbedded: false }, asked(deps));
  await add('ana', null);
  await add('eva', 'ana');
  expect(await set('Ana@Example.com', 'ana')).toEqual({ isInForce: false });
  expect(await set('ana@example.com', 'eva')).toEqual({ isInForce: true });
  await expect(set('no address', 'ana')).rejects.toMatchObject({ rejection: { code: 'VALIDATION_ERROR' } });
  const events = await deps.eventStore.readStream('operators-all');
  expect(events.map(({ type }) => type).slice(2)).toEqual(['OperatorEmailSet', 'OperatorEmailApproved']);
  expect(JSON.stringify(events.map(({ data }) => data))).not.toMatch(/example\.com/i);
});
