import { repeatedCommandChangesNothing } from 'lastro-testing/laws';
import { driveService } from 'lastro-testing/model';

const { BASE_URL: baseUrl = '', API_KEY = '', OTHER_API_KEY = '' } = process.env;
const credentials = [
  { mode: 'sandbox', apiKey: API_KEY },
  { mode: 'sandbox', apiKey: OTHER_API_KEY },
] as const;

/** Without a service these tests are skipped: the page says how one is given. */
const onService = baseUrl === '' ? test.skip : test;

onService('the service keeps every law, driven by 10 users', async () => {
  const { runs, violations } = await driveService({ baseUrl, credentials, runs: 10 });
  expect({ runs, violations }).toEqual({ runs: 10, violations: [] });
});

onService('a law takes a base URL as it takes a decider', () =>
  repeatedCommandChangesNothing(baseUrl, { credentials, runs: 5 }));
