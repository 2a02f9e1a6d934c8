import type { CommandContext } from '../../../commands/handling/context';
import { commandIdOf } from '../../../commands/handling/deterministic-ids';
import { type Runtime, startRuntime } from '../../../src/bin/programs/runtime';
import { openDoor } from '../../../src/bin/running/door';
import { createLogger } from '../../../src/bin/stores/logger';
import { readConfig } from '../../../src/config';
import { type OwnDatabase, ownDatabase } from '../../integration/infra/event-store/served-store';

jest.setTimeout(360_000);

/** A request waits for a second at most; here it is only to be known whether it hears at all. */
const TIMEOUT_MS = 20_000;

describe('Two services on the same stores, with one projector', () => {
  let stores: OwnDatabase;
  const runtimes: Runtime[] = [];

  beforeAll(async () => {
    stores = await ownDatabase();
    const config = readConfig({ DATA_DIR: stores.dataDir, PORT: '0' });
    const joined = {
      databaseUrl: stores.databaseUrl,
      stop: async () => undefined,
    };
    const logger = createLogger('silent');
    for (let index = 0; index < 2; index += 1) {
      runtimes.push(
        await startRuntime({
          config,
          stores: joined,
          logger,
          withWorkers: true,
          localChains: [],
          door: await openDoor(config),
        }),
      );
    }
  });
  afterAll(async () => {
    await Promise.all(runtimes.map((runtime) => runtime.stop()));
    await stores.drop();
  });

  test('both know when their writes can be read', async () => {
    for (const [index, { service, adapters }] of runtimes.entries()) {
      const { position } = await service.onboardPartner(
        { name: 'Acme', mode: 'sandbox' },
        contextOf(commandIdOf('onboard', String(index))),
      );
      if (position === null) throw new Error('no data was written');
      expect(await adapters.board.waitUntilApplied(['accounts'], position, TIMEOUT_MS)).toBe(true);
    }
  });

  test('both read as the same role for requests, which is not the owner', async () => {
    const seen = runtimes.map(({ adapters }) =>
      adapters.readers
        .partnerReader({ partnerId: 'p', mode: 'sandbox' })
        .query('SELECT session_user::text AS session, current_user::text AS current', []),
    );
    const [first, second] = await Promise.all(seen);
    expect(first).toEqual([{ session: expect.stringMatching(/^lastro_reader_/), current: 'lastro_api' }]);
    expect(second).toEqual(first);
  });
});

const contextOf = (commandId: string): CommandContext => ({
  ...{ commandId, correlationId: commandId, causationId: commandId },
  actor: { kind: 'system', id: 'test' },
  ...{ partnerId: null, subjectId: null, mode: null, requestId: null, reason: null },
});
