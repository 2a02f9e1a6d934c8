import { useEffect, useState } from 'preact/hooks';
import { Failed, Loading } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { type Answer, type PaymentPage as Asked, readEvents, readPaymentPage } from '../api';
import { PaymentView } from './payment-view';

interface PaymentPageProps {
  readonly id: string;
  readonly onEnded: () => void;
}

/** A payment by its id. An answer without a session leads to the sign-in page. */
export const PaymentPage = ({ id, onEnded }: PaymentPageProps) => {
  const { states } = useReader().words;
  const [answer, setAnswer] = useState<Answer<Asked> | null>(null);
  const [reloads, setReloads] = useState(0);
  const settle = (next: Answer<Asked>) => (isOver(next) ? onEnded() : setAnswer(next));
  useEffect(() => {
    let isLeft = false;
    void readPaymentPage(id).then((next) => isLeft || settle(next));
    return () => {
      isLeft = true;
    };
  }, [id, reloads]);
  const onReload = () => setReloads(reloads + 1);
  const onEarlier = async ({ data: { timeline, ...rest } }: Extract<Answer<Asked>, { isOk: true }>) => {
    const earlier = await readEvents(id, timeline.nextCursor ?? undefined);
    if (!earlier.isOk) {
      settle(earlier);
      return;
    }
    const events = [...timeline.events, ...earlier.data.events];
    setAnswer({ isOk: true, data: { ...rest, timeline: { events, nextCursor: earlier.data.nextCursor } } });
  };
  if (answer === null) return <main id="content">{<Loading />}</main>;
  if (!answer.isOk)
    return (
      <main id="content">
        <Failed
          failure={answer.failure}
          onRetry={onReload}
          missing={{ id, title: states.noPayment, todo: states.noPaymentTodo }}
        />
      </main>
    );
  return <PaymentView page={answer.data} onReload={onReload} onEarlier={() => void onEarlier(answer)} />;
};

const isOver = (answer: Answer<unknown>): boolean => !answer.isOk && answer.failure.status === 401;
