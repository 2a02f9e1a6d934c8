import type { TargetedSubmitEvent } from 'preact';
import { Link } from '../../parts/link';
import { useReader } from '../../parts/reader';
import { go, goInstead } from '../../parts/router';
import { Time } from '../../parts/values/time';
import type { PaymentPage } from '../api/payments';
import { asOfPath, paymentPath } from '../frame/paths';
import { inSaoPaulo, placeOf, positionsOf } from './moments';

/** Goes back to the state at an event or at a time; the address keeps it. */
export const AsOf = ({ page }: { page: PaymentPage }) => {
  const { words, times } = useReader();
  const { finding } = words;
  const { id, asOf } = page.payment;
  const positions = positionsOf(page);
  const place = placeOf(positions, asOf?.position ?? null);
  const onSlide = (chosen: number) => {
    const position = positions[chosen];
    const isNow = position === undefined || chosen === positions.length - 1;
    goInstead(isNow ? paymentPath(id) : asOfPath(id, position));
  };
  const onTime = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const time = new FormData(event.currentTarget).get('time');
    if (typeof time === 'string' && time !== '') go(asOfPath(id, inSaoPaulo(time)));
  };
  return (
    <section class="as-of" aria-label={finding.asOf}>
      <p class="tools">
        <label>
          {finding.asOfEvent}{' '}
          <input
            type="range"
            min={0}
            max={positions.length - 1}
            value={place}
            aria-valuetext={asOf === null ? finding.now : times.whole(asOf.at)}
            onChange={({ currentTarget: { value } }) => onSlide(Number(value))}
          />
        </label>
        <form onSubmit={onTime}>
          <label>
            {finding.asOfTime} <input type="datetime-local" name="time" step="1" required />
          </label>{' '}
          <button type="submit">{finding.apply}</button>
        </form>
      </p>
      {asOf !== null && (
        <p class="notice">
          {finding.asOfNotice} <Time of={asOf.at} />, {words.timeline.position.toLowerCase()}{' '}
          <code>{asOf.position}</code>. <Link to={paymentPath(id)}>{finding.today}</Link>
        </p>
      )}
    </section>
  );
};
