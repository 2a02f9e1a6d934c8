import { useEffect, useState } from 'preact/hooks';
import { type Answer, isOver } from '../../parts/frame/answer';
import { useOnEnded } from '../../parts/frame/ended';
import { Link } from '../../parts/link';
import { Failed, Loading } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { toast } from '../../parts/toast';
import { type PaymentPage as Asked, readEvents, readPaymentPage } from '../api/payments';
import { paymentPath } from '../frame/paths';
import { joined, useNews } from './live';
import { PaymentView } from './payment-view';

/** A payment by its id, which follows its changes, or as of a moment (`at`). An answer without a session leads to the sign-in page. */
export const PaymentPage = ({ id, at }: { id: string; at: string | null }) => {
  const { states, finding } = useReader().words;
  const onEnded = useOnEnded();
  const [answer, setAnswer] = useState<Answer<Asked> | null>(null);
  const [reloads, setReloads] = useState(0);
  const settle = (next: Answer<Asked>) => (isOver(next) ? onEnded() : setAnswer(next));
  useEffect(() => {
    let isLeft = false;
    void readPaymentPage(id, at).then((next) => isLeft || settle(next));
    return () => {
      isLeft = true;
    };
  }, [id, at, reloads]);
  const shown = answer?.isOk === true ? answer.data : null;
  const onChanged = async () => {
    const next = await readPaymentPage(id, null);
    if (!next.isOk || shown === null) return;
    setAnswer({ isOk: true, data: joined(shown, next.data) });
    toast(finding.changed);
  };
  const isAnswered = useNews(at === null ? shown : null, () => void onChanged());
  const onReload = () => setReloads(reloads + 1);
  const onEarlier = async ({ timeline, ...rest }: Asked) => {
    const earlier = await readEvents(id, { at, cursor: timeline.nextCursor });
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
        {at !== null && <Link to={paymentPath(id)}>{finding.today}</Link>}
      </main>
    );
  const { data } = answer;
  return <PaymentView page={data} isAnswered={isAnswered} onReload={onReload} onEarlier={() => void onEarlier(data)} />;
};
