import { contractRunOf } from './contract-run';

test('names the tests of the suite that failed', () => {
  const told = {
    ...{ numPassedTests: 1, numTotalTests: 2 },
    testResults: [
      {
        assertionResults: [
          { status: 'passed', fullName: 'reads' },
          { status: 'failed', fullName: 'appends' },
        ],
      },
    ],
  };
  expect(contractRunOf(JSON.stringify(told))).toEqual({ passed: 1, total: 2, failed: ['appends'] });
});
