import { cashinQuote } from '../../../aggregates/quote/cashin-quote';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const issued = event('CashinQuoteIssued');

test('issues a quote of a cash-in', () =>
  given(cashinQuote).when({ type: 'IssueCashinQuote', terms: issued.data }).then(issued));

test('keeps an issued quote of a cash-in unchanged', () => {
  const other = event('CashinQuoteIssued', { amountBaseUnits: '1' });
  given(cashinQuote, issued).when({ type: 'IssueCashinQuote', terms: other.data }).nothing();
});
