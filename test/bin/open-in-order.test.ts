import { openInOrder, StoppedOpening } from '../../src/bin/stores/open-in-order';

const recorded = () => {
  const closed: string[] = [];
  return { closed, closing: (name: string) => () => void closed.push(name) };
};

test('closes opened resources once, in reverse order', async () => {
  const { closed, closing } = recorded();
  const { value, close } = await openInOrder(async (onClose) => {
    onClose(closing('database'));
    onClose(closing('server'));
    return 7;
  });
  expect([value, closed]).toEqual([7, []]);
  await close();
  await close();
  expect(closed).toEqual(['server', 'database']);
});

test('closes opened resources after a failure, and reports the failure', async () => {
  const { closed, closing } = recorded();
  const opening = openInOrder(async (onClose) => {
    onClose(closing('database'));
    onClose(() => {
      throw new Error('on the way out');
    });
    throw new Error('the port is taken');
  });
  await expect(opening).rejects.toThrow('the port is taken');
  expect(closed).toEqual(['database']);
});

test('opens no resource after a stop, and closes the open ones', async () => {
  const { closed, closing } = recorded();
  let isStopping = false;
  const opening = openInOrder(
    async (onClose) => {
      onClose(closing('database'));
      isStopping = true;
      onClose(closing('event store'));
      onClose(closing('server'));
    },
    () => isStopping,
  );
  await expect(opening).rejects.toThrow(StoppedOpening);
  expect(closed).toEqual(['event store', 'database']);
});

test('closes the others when one cannot be closed', async () => {
  const { closed, closing } = recorded();
  const { close } = await openInOrder(async (onClose) => {
    onClose(closing('database'));
    onClose(async () => Promise.reject(new Error('stuck')));
  });
  await expect(close()).rejects.toThrow('stuck');
  expect(closed).toEqual(['database']);
});
