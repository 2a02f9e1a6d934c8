import { quote } from '../../../aggregates/quote/quote';
import { given } from '../../given';
import { event } from '../../samples/sample-events';

const issued = event('QuoteIssued');

test('a quote is issued', () => given(quote).when({ type: 'IssueQuote', terms: issued.data }).then(issued));

test('and never changes', () => {
  const other = event('QuoteIssued', { amountBaseUnits: '1' });
  given(quote, issued).when({ type: 'IssueQuote', terms: other.data }).nothing();
});
