import { quote } from '../../../aggregates/quote/quote';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const issued = event('QuoteIssued');

test('issues a quote', () => given(quote).when({ type: 'IssueQuote', terms: issued.data }).then(issued));

test('keeps an issued quote unchanged', () => {
  const other = event('QuoteIssued', { amountBaseUnits: '1' });
  given(quote, issued).when({ type: 'IssueQuote', terms: other.data }).nothing();
});
