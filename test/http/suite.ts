import { createWorld, type HttpWorld, type Partner, type User } from './world';

/** A service for the suite, with a partner and an approved user. */
export interface HttpSuite {
  readonly world: HttpWorld;
  readonly partner: Partner;
  readonly user: User;
}

/** Opens one world for the file. With `fresh`, each test has a partner and a user of its own. */
export const httpSuite = ({ fresh = false }: { readonly fresh?: boolean } = {}): HttpSuite => {
  const suite = {} as { -readonly [Name in keyof HttpSuite]: HttpSuite[Name] };
  const enter = async (): Promise<void> => {
    suite.partner = await suite.world.partner();
    suite.user = await suite.world.user(suite.partner);
  };
  beforeAll(async () => {
    suite.world = await createWorld();
    if (!fresh) await enter();
  });
  if (fresh) beforeEach(enter);
  afterAll(() => suite.world.close());
  return suite;
};
