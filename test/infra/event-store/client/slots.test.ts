import { createSlots } from '../../../../infra/event-store/client/slots';

describe('slots', () => {
  it('are passed on in turn', async () => {
    const slots = createSlots(1, 2);
    expect(await slots.take(1_000)).toBe(true);
    const order: string[] = [];
    const waiting = ['first', 'second'].map(async (name) => {
      expect(await slots.take(10_000)).toBe(true);
      order.push(name);
      slots.giveBack();
    });
    slots.giveBack();
    await Promise.all(waiting);
    expect(order).toEqual(['first', 'second']);
  });

  it('limit the length and the time of the wait', async () => {
    const slots = createSlots(1, 1);
    await slots.take(0);
    const waiting = slots.take(5);
    expect(await slots.take(10_000)).toBe(false);
    expect(await waiting).toBe(false);
    slots.giveBack();
    expect(await slots.take(0)).toBe(true);
  });
});
