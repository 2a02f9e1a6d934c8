import { Behind } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { Timeline } from '../../parts/timeline';
import { CopyButton } from '../../parts/values/copy';
import { figuresIn } from '../../words/format';
import type { PaymentPage } from '../api/payments';
import { AsOf } from './as-of';
import { Decisions } from './decisions/decisions';
import { Explanation } from './explanation';
import { PaymentHead } from './head';
import { assetsOf, behindBy } from './known';
import { MoneyIn, MoneyOut } from './money';
import { People } from './people';
import { Steps } from './steps';
import { Terms } from './terms';
import { Receipts, Webhooks } from './webhooks';

interface PaymentViewProps {
  readonly page: PaymentPage;
  /** False: the page shows an earlier state. */
  readonly isAnswered: boolean;
  readonly onReload: () => void;
  readonly onEarlier: () => void;
}

/** Left the payment's data, right its events. */
export const PaymentView = ({ page, isAnswered, onReload, onEarlier }: PaymentViewProps) => {
  const { payment, explanation, timeline } = page;
  const { language, words } = useReader();
  const figures = figuresIn(language, assetsOf(payment), (digits, assetId) =>
    words.timeline.baseUnits(digits, String(assetId ?? '?')),
  );
  return (
    <main id="content" class={`payment ${payment.mode}`}>
      <PaymentHead payment={payment} />
      {!isAnswered && <output class="notice bad">{words.finding.unanswered}</output>}
      <Behind count={payment.asOf === null ? behindBy(payment, timeline.events) : 0} onReload={onReload} />
      <Decisions payment={payment} onReload={onReload} />
      <AsOf page={page} />
      <div class="halves">
        <div>
          <Steps payment={payment} />
          <Explanation of={explanation} />
          <MoneyIn payment={payment} />
          <MoneyOut payment={payment} />
          <People payment={payment} onReload={onReload} />
          <Terms payment={payment} />
          <Receipts receipts={payment.receipts} />
        </div>
        <Timeline
          events={timeline.events.toReversed()}
          figures={figures}
          onEarlier={timeline.nextCursor === null ? null : onEarlier}
        />
      </div>
      <Webhooks webhooks={payment.webhooks} onReload={payment.asOf === null ? onReload : null} />
      <p class="tools">
        <CopyButton text={`npm run -s ledger -- explain ${payment.id}`} label={words.page.command} />
        <button type="button" onClick={onReload}>
          {words.states.reload}
        </button>
        <span class="muted">
          {words.states.knownTo} <code>{payment.knownTo}</code>
        </span>
      </p>
    </main>
  );
};
