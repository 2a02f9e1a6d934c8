import type { VNode } from 'preact';
import type { FrameProps } from '../parts/frame/application';
import { NoPage } from '../parts/page';
import { useAddress } from '../parts/router';
import type { OpsSession } from '../wire';
import { AccessPage } from './access/access-page';
import { OperatorsPage } from './access/operators-page';
import { AlertsPage } from './alerts/alerts-page';
import { DepositPage } from './deposits/deposit-page';
import { DepositsPage } from './deposits/deposits-page';
import { Bar } from './frame/bar';
import {
  ACCESS,
  ALERTS,
  DEPOSITS,
  depositIdIn,
  HOME,
  isPayments,
  isSearch,
  NETWORKS,
  OPERATORS,
  PARTNERS,
  PROJECTIONS,
  partnerIdIn,
  paymentIdIn,
  USERS,
  userIdIn,
} from './frame/paths';
import { SignedInProvider } from './frame/signed-in';
import { NetworksPage } from './networks/networks-page';
import { PartnerPage } from './partners/partner-page';
import { PartnersPage } from './partners/partners-page';
import { ListPage } from './payments/list/list-page';
import { PaymentPage } from './payments/payment-page';
import { UserPage } from './people/user-page';
import { UsersPage } from './people/users-page';
import { ProjectionsPage } from './projections/projections-page';
import { SearchPage } from './search/search-page';
import { WorkPage } from './work/work-page';

/** Pages of one object, by the id in the address. */
const OF_ONE: readonly (readonly [
  idIn: (path: string) => string | null,
  page: (id: string, parameters: URLSearchParams) => VNode,
])[] = [
  [paymentIdIn, (id, parameters) => <PaymentPage key={id} id={id} at={parameters.get('at')} />],
  [depositIdIn, (id) => <DepositPage key={id} id={id} />],
  [userIdIn, (id) => <UserPage key={id} id={id} />],
  [partnerIdIn, (id) => <PartnerPage key={id} id={id} />],
];

/** The other pages, by their path. */
const BY_PATH: Readonly<Record<string, (query: string) => VNode>> = {
  [HOME]: () => <WorkPage />,
  [DEPOSITS]: () => <DepositsPage />,
  [ALERTS]: () => <AlertsPage />,
  [NETWORKS]: () => <NetworksPage />,
  [PROJECTIONS]: () => <ProjectionsPage />,
  [OPERATORS]: () => <OperatorsPage />,
  [ACCESS]: (query) => <AccessPage query={query} />,
  [USERS]: (query) => <UsersPage query={query} />,
  [PARTNERS]: (query) => <PartnersPage cursor={new URLSearchParams(query).get('cursor')} />,
};

/** The pages of a session. */
export const Inside = ({ session, ...bar }: FrameProps & { session: OpsSession }) => (
  <SignedInProvider of={session}>
    <Bar {...bar} />
    <Page />
  </SignedInProvider>
);

/** The page of the address. */
const Page = () => {
  const { path, query } = useAddress();
  const parameters = new URLSearchParams(query);
  for (const [idIn, page] of OF_ONE) {
    const id = idIn(path);
    if (id !== null) return page(id, parameters);
  }
  if (isPayments(path)) return <ListPage query={query} />;
  const text = isSearch(path) ? parameters.get('q') : null;
  if (text !== null) return <SearchPage text={text} />;
  return (
    BY_PATH[path]?.(query) ?? (
      <main id="content">
        <NoPage />
      </main>
    )
  );
};
