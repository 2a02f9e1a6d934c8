import { rejection } from '../../../aggregates/rejection';
import { type Explain, type Explanation, explain } from '../../../commands/explaining/explain';

const told: Explanation = { status: 'PENDING', because: 'Why.', movesWhen: [], heldBy: [] };
const noIntent: Explain = () => Promise.reject(rejection('INTENT_NOT_FOUND', 'No such intent'));
const noWithdrawal: Explain = () => Promise.reject(rejection('WITHDRAW_NOT_FOUND', 'No such withdrawal'));
const noSession: Explain = () => Promise.reject(rejection('SESSION_NOT_FOUND', 'No such session'));

const noUser: Explain = () => Promise.reject(rejection('USER_NOT_FOUND', 'No such user'));

const NOBODY = { CASHOUT: noIntent, CASHIN: noIntent, WITHDRAW: noWithdrawal, KYC: noSession, USER: noUser };

test('asks the family that knows the id', async () => {
  const knows: Explain = async () => told;
  for (const known of ['CASHOUT', 'CASHIN', 'WITHDRAW', 'KYC', 'USER'] as const)
    await expect(explain({ ...NOBODY, [known]: knows })('id1')).resolves.toBe(told);
});

test('refuses an id that no family knows', async () => {
  const explained = explain(NOBODY)('id1');
  await expect(explained).rejects.toMatchObject({ rejection: { code: 'NOT_FOUND' } });
});

test('throws the fault of a store, and reports no unknown id', async () => {
  const away: Explain = () => Promise.reject(new Error('store away'));
  await expect(explain({ ...NOBODY, CASHOUT: away, KYC: async () => told })('id1')).rejects.toThrow('store away');
});
