import { createPayoutLanes } from '../../../../commands/payout/sending/payout-lanes';

/** Works that end on command. */
const works = () => {
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const work = (name: string) => (): Promise<string> => {
    begun.push(name);
    return new Promise((resolve) => ends.push(() => resolve(name)));
  };
  return { ends, begun, work };
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('runs the given number of orders at once, and the next after the first end', async () => {
  const { inLane } = createPayoutLanes(2);
  const { ends, begun, work } = works();
  const [one, , three] = ['one', 'two', 'three'].map((name) => inLane(work(name)));
  await turn();
  expect(begun).toEqual(['one', 'two']);
  ends[0]?.();
  expect(await one).toBe('one');
  await turn();
  expect(begun).toEqual(['one', 'two', 'three']);
  ends[2]?.();
  expect(await three).toBe('three');
});

test('lets the running work end after a close, and begins no other', async () => {
  const { inLane, close } = createPayoutLanes(1);
  const { ends, begun, work } = works();
  const [within, waiting] = [inLane(work('within')), inLane(work('waiting'))];
  await turn();
  close();
  ends[0]?.();
  expect(await Promise.all([within, waiting, inLane(work('late'))])).toEqual(['within', null, null]);
  expect(begun).toEqual(['within']);
});
