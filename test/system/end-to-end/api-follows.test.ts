import { setTimeout as pause } from 'node:timers/promises';
import { ask, demoKeyOf, startProgram, temporaryDataDir } from './support/run-service';

jest.setTimeout(360_000);

test('an API process finds the stores of a service that restarted on other ports', async () => {
  const { dataDir, remove } = temporaryDataDir();
  const environment = { DATA_DIR: dataDir };
  const first = await startProgram('start', environment);
  const api = await startProgram('api', environment);
  const token = demoKeyOf(first);
  const status = async (): Promise<number> => {
    const answer = await ask(`${api.url}/api/v1/users`, { token }).catch(() => ({ status: 0 }));
    return answer.status;
  };
  expect(await status()).toBe(200);
  await first.stop();
  const second = await startProgram('start', environment);
  while ((await status()) !== 200) await pause(100);
  expect(await api.stop()).toBe(0);
  await second.stop();
  remove();
});
