import { Title } from '../../parts/page';
import { useDashboardWords } from '../frame/signed-in';
import { Keys } from './keys';
import { Webhook } from './webhook';

export const DevelopersPage = () => {
  const { developers } = useDashboardWords();
  return (
    <>
      <Title of={developers.title}>{developers.title}</Title>
      <Keys />
      <Webhook />
    </>
  );
};
