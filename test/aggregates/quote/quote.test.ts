import { quote } from '../../../aggregates/quote/quote';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const issued = event('QuoteIssued');

test('a quote is issued', () => given(quote).when({ type: 'IssueQuote', terms: issued.data }).then(issued));

test('a quote never changes', () => {
  const other = event('QuoteIssued', { amountBaseUnits: '1' });
  given(quote, issued).when({ type: 'IssueQuote', terms: other.data }).nothing();
});
