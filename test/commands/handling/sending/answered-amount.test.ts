import { mustBeBaseUnits } from '../../../../commands/handling/sending/answered-amount';

const MOST = '9'.repeat(78);

test.each(['1', '25000000', MOST])('%s is an amount', (told) => {
  expect(() => mustBeBaseUnits('amountBaseUnits', told)).not.toThrow();
});

test.each([
  '',
  '0',
  '01',
  '-1',
  '+1',
  '1.5',
  '1e3',
  ' 1',
  '1\n',
  '１',
  'NaN',
  `${MOST}9`,
])('%j is refused as an amount', (told) => {
  const fieldErrors = { deliveredBaseUnits: 'digits, more than 0' };
  const rejection = expect.objectContaining({ code: 'VALIDATION_ERROR', fieldErrors });
  expect(() => mustBeBaseUnits('deliveredBaseUnits', told)).toThrow(expect.objectContaining({ rejection }) as Error);
});
