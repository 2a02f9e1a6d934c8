import { useEffect, useState } from 'preact/hooks';
import { useReader } from '../../../parts/reader';
import { toast } from '../../../parts/toast';
import type { OpsPayment, OpsProposal } from '../../../wire';
import { readProposal } from '../../api/work';
import { useSession } from '../../frame/signed-in';
import { DecideDialog } from './decide-dialog';
import { HoldDialog } from './hold-dialog';
import { owesCrypto } from './owed';
import { ProposalNotice } from './proposal-notice';
import { RefundDialog } from './refund-dialog';

interface DecisionsProps {
  readonly payment: OpsPayment;
  readonly onReload: () => void;
}

type Way = 'HOLD' | 'RELEASE' | 'DECIDE' | 'SECOND' | 'REFUND';

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
      {(way === 'HOLD' || way === 'RELEASE') && <HoldDialog {...dialog} />}
      {way === 'REFUND' && <RefundDialog {...dialog} />}
      {way === 'DECIDE' && <DecideDialog {...dialog} proposal={null} />}
      {way === 'SECOND' && <DecideDialog {...dialog} proposal={proposal} />}
    </>
  );
};

const isOver = ({ status }: OpsPayment): boolean => status === 'EXPIRED';

export const Buttons = ({ payment, onWay }: { payment: OpsPayment; onWay: (way: Way) => void }) => {
  const { work } = useReader().words;
  const { permissions } = useSession().operator;
  const mayOperate = permissions.includes('operate');
  if (isOver(payment)) return null;
  return (
    <p class="tools">
      {mayOperate && (
        <button type="button" onClick={() => onWay(payment.isHeld ? 'RELEASE' : 'HOLD')}>
          {payment.isHeld ? work.release : work.hold}
        </button>
      )}
      {mayOperate && (
        <button type="button" onClick={() => onWay('DECIDE')}>
          {work.decide}
        </button>
      )}
      {mayOperate && owesCrypto(payment) && (
        <button type="button" onClick={() => onWay('REFUND')}>
          {work.refund}
        </button>
      )}
    </p>
  );
};
