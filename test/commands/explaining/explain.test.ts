import { rejection } from '../../../aggregates/rejection';
import { type Explain, type Explanation, explain } from '../../../commands/explaining/explain';

const told: Explanation = { status: 'PENDING', because: 'Why.', movesWhen: [], heldBy: [] };
const noIntent: Explain = () => Promise.reject(rejection('INTENT_NOT_FOUND', 'No such intent'));
const noSession: Explain = () => Promise.reject(rejection('SESSION_NOT_FOUND', 'No such session'));

test('what a family knows by the id is explained by that family', async () => {
  await expect(explain({ CASHOUT: async () => told, CASHIN: noIntent, KYC: noSession })('id1')).resolves.toBe(told);
  await expect(explain({ CASHOUT: noIntent, CASHIN: async () => told, KYC: noSession })('id1')).resolves.toBe(told);
  await expect(explain({ CASHOUT: noIntent, CASHIN: noIntent, KYC: async () => told })('id1')).resolves.toBe(told);
});

test('an id that no family knows is refused', async () => {
  const explained = explain({ CASHOUT: noIntent, CASHIN: noIntent, KYC: noSession })('id1');
  await expect(explained).rejects.toMatchObject({ rejection: { code: 'NOT_FOUND' } });
});

test('a fault is no unknown id', async () => {
  const away: Explain = () => Promise.reject(new Error('store away'));
  await expect(explain({ CASHOUT: away, CASHIN: noIntent, KYC: async () => told })('id1')).rejects.toThrow(
    'store away',
  );
});
