import { NoPage } from '../parts/page';
import { useAddress } from '../parts/router';
import { AlertsPage } from './alerts/alerts-page';
import { DepositPage } from './deposits/deposit-page';
import { DepositsPage } from './deposits/deposits-page';
import { ALERTS, DEPOSITS, depositIdIn, HOME, isPayments, isSearch, paymentIdIn } from './frame/paths';
import { ListPage } from './payments/list/list-page';
import { PaymentPage } from './payments/payment-page';
import { SearchPage } from './search/search-page';
import { WorkPage } from './work/work-page';

/** The page of the address. */
export const Page = () => {
  const { path, query } = useAddress();
  const parameters = new URLSearchParams(query);
  const paymentId = paymentIdIn(path);
  if (paymentId !== null) return <PaymentPage key={paymentId} id={paymentId} at={parameters.get('at')} />;
  const depositId = depositIdIn(path);
  if (depositId !== null) return <DepositPage key={depositId} id={depositId} />;
  if (isPayments(path)) return <ListPage query={query} />;
  const text = isSearch(path) ? parameters.get('q') : null;
  if (text !== null) return <SearchPage text={text} />;
  if (path === HOME) return <WorkPage />;
  if (path === DEPOSITS) return <DepositsPage />;
  if (path === ALERTS) return <AlertsPage />;
  return (
    <main id="content">
      <NoPage />
    </main>
  );
};
