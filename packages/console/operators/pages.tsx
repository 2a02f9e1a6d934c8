import { NoPage, Title } from '../parts/page';
import { useReader } from '../parts/reader';
import { useAddress } from '../parts/router';
import { HOME, isPayments, isSearch, paymentIdIn } from './frame/paths';
import { ListPage } from './payments/list/list-page';
import { PaymentPage } from './payments/payment-page';
import { SearchPage } from './search/search-page';

/** The page of the address. */
export const Page = () => {
  const { path, query } = useAddress();
  const id = paymentIdIn(path);
  const parameters = new URLSearchParams(query);
  if (id !== null) return <PaymentPage key={id} id={id} at={parameters.get('at')} />;
  if (isPayments(path)) return <ListPage query={query} />;
  const text = isSearch(path) ? parameters.get('q') : null;
  if (text !== null) return <SearchPage text={text} />;
  return <main id="content">{path === HOME ? <Home /> : <NoPage />}</main>;
};

const Home = () => {
  const { bar } = useReader().words;
  return (
    <>
      <Title of={bar.find}>{bar.find}</Title>
      <p>{bar.home_lead}</p>
    </>
  );
};
