import pino from 'pino';
import { startRuntime } from '../../../src/bin/programs/runtime';
import { openDoor } from '../../../src/bin/running/door';
import { joinStores } from '../../../src/bin/stores/stores';
import { readConfig } from '../../../src/config';
import { ownDatabase } from '../infra/event-store/served-store';

jest.setTimeout(360_000);

test('refuses every order that waits for a bank once the service stops', async () => {
  const store = await ownDatabase();
  try {
    const { databaseUrl, dataDir } = store;
    const config = readConfig({ DATA_DIR: dataDir, PORT: '0', DRAIN_MS: '0' });
    const stores = joinStores({ databaseUrl });
    const options = { config, stores, logger: pino({ level: 'silent' }), withWorkers: true, localChains: [] };
    const runtime = await startRuntime({ ...options, door: await openDoor(config) });
    const { inLane } = runtime.adapters.ports.payoutLanes;
    expect(await inLane(async () => 'sent')).toBe('sent');
    await runtime.stop();
    expect(await inLane(async () => 'sent')).toBeNull();
  } finally {
    await store.drop();
  }
});
