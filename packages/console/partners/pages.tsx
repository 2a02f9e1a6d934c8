import type { FrameProps } from '../parts/frame/application';
import { NoPage } from '../parts/page';
import { useAddress } from '../parts/router';
import type { MemberSession } from '../wire-partners';
import { DeliveriesPage } from './deliveries/deliveries-page';
import { DeliveryPage } from './deliveries/delivery-page';
import { DevelopersPage } from './developers/developers-page';
import { Bar } from './frame/bar';
import { type Place, placeIn } from './frame/paths';
import { MemberProvider, useDashboardWords } from './frame/signed-in';
import { MembersPage } from './members/members-page';
import { PaymentPage } from './payments/payment-page';
import { PaymentsPage } from './payments/payments-page';
import { SandboxPage } from './sandbox/sandbox-page';
import { StartPage } from './start/start-page';
import { UsersPage } from './users/users-page';

interface PageProps {
  readonly place: Place;
  readonly query: string;
}

/** The pages of a session. */
export const Inside = ({ session, ...bar }: FrameProps & { session: MemberSession }) => {
  const { path, query } = useAddress();
  const place = placeIn(path);
  return (
    <MemberProvider of={{ session, mode: place?.mode ?? 'sandbox' }}>
      <Bar place={place} {...bar} />
      {place === null ? (
        <main id="content">
          <NoPage />
        </main>
      ) : (
        <Page key={`${place.mode}${place.screen}`} place={place} query={query} />
      )}
    </MemberProvider>
  );
};

/** The page of the address; test mode is said on each. */
const Page = ({ place, query }: PageProps) => {
  const words = useDashboardWords();
  const isTest = place.mode === 'sandbox';
  return (
    <main id="content" class={`list ${isTest ? 'sandbox' : 'live'}`}>
      <p class="mode">{isTest ? words.testBanner : words.live}</p>
      <Screen place={place} query={query} />
    </main>
  );
};

const Screen = ({ place: { screen, id }, query }: PageProps) => {
  switch (screen) {
    case 'start':
      return <StartPage />;
    case 'payments':
      return id === null ? <PaymentsPage query={query} /> : <PaymentPage key={id} id={id} />;
    case 'deliveries':
      return id === null ? <DeliveriesPage query={query} /> : <DeliveryPage key={id} id={id} />;
    case 'developers':
      return <DevelopersPage query={query} />;
    case 'users':
      return <UsersPage query={query} />;
    case 'sandbox':
      return <SandboxPage />;
    case 'members':
      return <MembersPage />;
  }
};
