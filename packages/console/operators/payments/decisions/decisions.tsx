import { useEffect, useState } from 'preact/hooks';
import { useReader } from '../../../parts/reader';
import { toast } from '../../../parts/toast';
import type { OpsPayment, OpsProposal } from '../../../wire';
import { readProposal } from '../../api/work';
import { useSession } from '../../frame/signed-in';
import { DecideDialog } from './decide-dialog';
import { HoldDialog } from './hold-dialog';
import { ProposalNotice } from './proposal-notice';
import { RefundDialog } from './refund-dialog';

interface DecisionsProps {
  readonly payment: OpsPayment;
  readonly onReload: () => void;
}

type Way = OpsPayment['possibleDecisions'][number] | 'SECOND';

/** The waiting proposal, and the buttons that the role may use. A view of the past has neither. */
export const Decisions = ({ payment, onReload }: DecisionsProps) => {
  const [proposal, setProposal] = useState<OpsProposal | null>(null);
  const [way, setWay] = useState<Way | null>(null);
  const { work } = useReader().words;
  useEffect(() => {
    let isLeft = false;
    if (payment.asOf !== null) return;
    void readProposal(payment.id).then((answer) => isLeft || !answer.isOk || setProposal(answer.data));
    return () => {
      isLeft = true;
    };
  }, [payment.id, payment.revision, payment.asOf === null]);
  if (payment.asOf !== null) return null;
  const onDone = (isProposed: boolean) => {
    setWay(null);
    toast(isProposed ? work.proposed : work.done);
    onReload();
  };
  const dialog = { payment, onDone, onClose: () => setWay(null) };
  return (
    <>
      {proposal !== null && (
        <ProposalNotice
          of={proposal}
          onSecond={() => setWay('SECOND')}
          paymentId={payment.id}
          onWithdrawn={() => {
            setProposal(null);
            onReload();
          }}
        />
      )}
      <Buttons payment={payment} onWay={setWay} />
      {(way === 'HOLD' || way === 'RELEASE') && <HoldDialog {...dialog} isRelease={way === 'RELEASE'} />}
      {way === 'REFUND' && <RefundDialog {...dialog} />}
      {way === 'DECIDE' && <DecideDialog {...dialog} proposal={null} />}
      {way === 'SECOND' && <DecideDialog {...dialog} proposal={proposal} />}
    </>
  );
};

const BUTTONS = { HOLD: 'hold', RELEASE: 'release', DECIDE: 'decide', REFUND: 'refund' } as const;

/** The decisions that the payment's state allows. */
export const Buttons = ({ payment, onWay }: { payment: OpsPayment; onWay: (way: Way) => void }) => {
  const { work } = useReader().words;
  const { permissions } = useSession().operator;
  if (!permissions.includes('operate') || payment.possibleDecisions.length === 0) return null;
  return (
    <p class="tools">
      {payment.possibleDecisions.map((way) => (
        <button key={way} type="button" onClick={() => onWay(way)}>
          {work[BUTTONS[way]]}
        </button>
      ))}
    </p>
  );
};
