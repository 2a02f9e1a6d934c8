import { Title } from '../../parts/page';
import { useDashboardWords } from '../frame/signed-in';
import { Keys } from './keys';
import { Requests } from './requests';
import { Allowlist, SignedRequests } from './signed-requests';
import { Webhook } from './webhook';

export const DevelopersPage = ({ query }: { query: string }) => {
  const { developers } = useDashboardWords();
  return (
    <>
      <Title of={developers.title}>{developers.title}</Title>
      <Keys />
      <SignedRequests />
      <Allowlist />
      <Webhook />
      <Requests query={query} />
    </>
  );
};
