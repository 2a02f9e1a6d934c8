import { useEffect, useState } from 'preact/hooks';
import { isOver } from '../../parts/frame/answer';
import { useOnEnded } from '../../parts/frame/ended';
import type { OpsNews } from '../../wire';
import { type PaymentPage, readNews } from '../api/payments';
import { behindBy } from './known';

const EVERY_MS = 2_000;

/** The last position that the page shows. */
export const shownTo = ({ payment, timeline }: PaymentPage): string => timeline.events[0]?.position ?? payment.knownTo;

/** Something happened, or the state has caught up with the timeline. */
export const isStale = ({ payment, timeline }: PaymentPage, { isChanged, knownTo }: OpsNews): boolean =>
  isChanged || (behindBy(payment, timeline.events) > 0 && BigInt(knownTo) > BigInt(payment.knownTo));

/** The newest events of `next`, then those that only `before` has, when nothing is missing between. */
export const joined = (before: PaymentPage, next: PaymentPage): PaymentPage => {
  const fresh = new Set(next.timeline.events.map(({ eventId }) => eventId));
  const older = before.timeline.events.filter(({ eventId }) => !fresh.has(eventId));
  const isWhole = older.length < before.timeline.events.length && next.timeline.nextCursor !== null;
  if (!isWhole) return next;
  const events = [...next.timeline.events, ...older];
  return { ...next, timeline: { events, nextCursor: before.timeline.nextCursor } };
};

/** Asks every two seconds while the page can be seen. False: the service did not answer the last time. */
export const useNews = (page: PaymentPage | null, onChanged: () => void): boolean => {
  const onEnded = useOnEnded();
  const [isAnswered, setAnswered] = useState(true);
  const id = page?.payment.id;
  const position = page === null ? '' : `${shownTo(page)} ${page.payment.knownTo}`;
  useEffect(() => {
    if (page === null || id === undefined) return;
    let isLeft = false;
    const look = async () => {
      if (document.hidden) return;
      const news = await readNews(id, shownTo(page));
      if (isLeft) return;
      setAnswered(news.isOk || news.failure.status !== 0);
      if (news.isOk && isStale(page, news.data)) onChanged();
      else if (isOver(news)) onEnded();
    };
    const timer = setInterval(() => void look(), EVERY_MS);
    return () => {
      isLeft = true;
      clearInterval(timer);
    };
  }, [id, position]);
  return isAnswered;
};
