import { rejection } from '../../../aggregates/rejection';
import { type Explanation, explain } from '../../../commands/explaining/explain';

const told: Explanation = { status: 'PENDING', because: 'Why.', movesWhen: [], heldBy: [] };

test('what a family knows by the id is explained by that family', async () => {
  await expect(explain({ CASHOUT: async () => told })('id1')).resolves.toBe(told);
});

test('an id that no family knows is refused', async () => {
  const explainers = { CASHOUT: () => Promise.reject(rejection('INTENT_NOT_FOUND', 'No such intent')) };
  await expect(explain(explainers)('id1')).rejects.toMatchObject({ rejection: { code: 'NOT_FOUND' } });
});

test('a fault is no unknown id', async () => {
  await expect(explain({ CASHOUT: () => Promise.reject(new Error('store away')) })('id1')).rejects.toThrow(
    'store away',
  );
});
