import { cashinQuote } from '../../../aggregates/quote/cashin-quote';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const issued = event('CashinQuoteIssued');

test('a quote of a cash-in is issued', () =>
  given(cashinQuote).when({ type: 'IssueCashinQuote', terms: issued.data }).then(issued));

test('a quote of a cash-in never changes', () => {
  const other = event('CashinQuoteIssued', { amountBaseUnits: '1' });
  given(cashinQuote, issued).when({ type: 'IssueCashinQuote', terms: other.data }).nothing();
});
